import type { Outcome } from '../../reports/outcome.ts'
import { messageInComment } from '../comments/message.ts'
import type { RunState } from '../status/index.ts'

/**
 * The tests of a run as results of a report, which reads back to exactly the same tests: each carries its identifier in
 * the property `testctl`. One that has not been tested counts as skipped, and says what it is.
 */
export const outcomesOf = function* ({ run, tests }: RunState): Iterable<Outcome> {
  for (const test of tests) {
    const [identifier] = test.identifiers
    const told = test.result === 'failed' ? messageInComment(test) : undefined
    yield {
      name: test.name,
      suite: run.name === '' ? [] : [run.name],
      classname: undefined,
      file: undefined,
      result: test.result === 'passed' || test.result === 'failed' ? test.result : 'skipped',
      error: false,
      flaky: false,
      messages: told ? [told] : isOpen(test) ? [{ message: test.result, text: '' }] : [],
      properties: identifier === undefined ? [] : [{ name: 'testctl', value: identifier }],
      seconds: undefined,
      report: '',
      line: undefined,
    }
  }
}

const isOpen = ({ result }: { result: string }): boolean => result === 'untested' || result === 'inProgress'
