import { type Outcome, outcomeOf } from '../outcome.ts'
import { robotMessage } from './merged.ts'
import type { Element } from '../xml/index.ts'

/** A test of Robot Framework that is being read: its own status, and what stands beside that. */
export type RobotTest = {
  element: Element
  status: string
  message: string
  seconds: number | undefined
  tags: string[]
}

/** The outcome of a test in these suites; undefined where its status is none that Robot Framework has. */
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

/** The result of a status; undefined where it is none that Robot Framework has. */
export const resultOf = (status: string): Outcome['result'] | undefined => results.get(status)

/** How long it took, by the attributes of a status: since version 7 it says so, before that when it began and ended. */
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
