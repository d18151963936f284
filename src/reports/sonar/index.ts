import { parseSeconds } from '../xml/duration.ts'
import type { Taker } from '../report-format.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import type { Message, Outcome } from '../outcome.ts'
import type { Element, Visitor } from '../xml/index.ts'
import { xmlFormat } from '../xml/format.ts'

/** SonarQube's generic test execution report. It has no suites, only names of tests. */
export const sonar = xmlFormat({
  key: 'sonar',
  roots: ['testExecutions', 'unitTest'],
  createVisitor: (taker) => visit(taker),
})

const told = new Set(['skipped', 'failure', 'error'])

/** A test that is being read: how it ended so far, and its messages. */
type Test = { element: Element; ended: Set<string>; messages: Message[] }

const visit = ({ report, found }: Taker): Visitor => {
  let test: Test | undefined
  return {
    texts: told,
    open: (element) => {
      if (element.name === 'testCase') test = { element, ended: new Set(), messages: [] }
    },
    close: (element, within) => {
      const { name, attributes, text } = element
      if (!test) return
      if (told.has(name) && within.at(-1) === test.element) {
        test.ended.add(name)
        for (const message of buildMessage({ message: attributes['message'], text })) test.messages.push(message)
      } else if (element === test.element) {
        found(outcomeOf(test, { report, file: within.at(-1)?.attributes['path'] }))
        test = undefined
      }
    },
  }
}

const outcomeOf = (
  { element, ended, messages }: Test,
  { report, file }: { report: string; file: string | undefined },
): Outcome => {
  const { name = '', duration } = element.attributes
  const milliseconds = parseSeconds(duration)
  return toOutcome({
    name,
    file: file || undefined,
    result: ended.has('failure') || ended.has('error') ? 'failed' : ended.has('skipped') ? 'skipped' : 'passed',
    error: ended.has('error'),
    messages,
    seconds: milliseconds === undefined ? undefined : milliseconds / 1000,
    report,
    line: element.line,
  })
}
