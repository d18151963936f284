import { type Outcome, outcomeOf } from '../outcome.ts'
import { robotMessage } from './merged.ts'
import type { Element } from '../xml/index.ts'

/** A test of Robot Framework that is being read: its own status, with the message and the duration, and its tags. */
export type RobotTest = {
  element: Element
  status: string
  message: string
  seconds: number | undefined
  tags: string[]
}

/** Returns the outcome of a test in these suites; undefined if its status is not one of Robot Framework's. */
export const robotTest = (
  { element, status, message, seconds, tags }: RobotTest,
  { suites, report }: { suites: readonly Element[]; report: string },
): Outcome | undefined => {
  const result = resultOf(status)
  return (
    result &&
    outcomeOf({
      name: element.attributes['name'] ?? '',
      suite: suites.flatMap(({ attributes }) => attributes['name'] || []),
      file: suites.at(-1)?.attributes['source'] || undefined,
      result,
      ...robotMessage(message, result),
      properties: tags.map((value) => ({ name: 'tag', value })),
      seconds,
      report,
      line: element.line,
    })
  )
}

/** Returns the result for a status; undefined if it is not one of Robot Framework's. */
export const resultOf = (status: string): Outcome['result'] | undefined => results.get(status)

/** Returns the duration in seconds from the attributes of a status: version 7 gives it, earlier versions give the start and the end. */
export const secondsOf = ({ elapsed, starttime, endtime }: Element['attributes']): number | undefined => {
  const seconds = elapsed === undefined ? (timeOf(endtime) - timeOf(starttime)) / 1000 : Number(elapsed)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

// 20210319 11:34:50.085
const timeOf = (written = ''): number => Date.parse(written.replace(/^(\d{4})(\d\d)(\d\d) (.*)$/, '$1-$2-$3T$4Z'))

const results = new Map<string, Outcome['result']>([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SKIP', 'skipped'],
  ['NOT RUN', 'skipped'],
  ['NOT_RUN', 'skipped'],
])
