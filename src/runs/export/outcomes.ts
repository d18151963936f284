import type { Outcome } from '../../reports/outcome.ts'
import { messageInComment } from '../comments/message.ts'
import type { RunState } from '../status/index.ts'

/**
 * Converts the tests of a run to results of a report, which a submission matches with exactly the same tests: each has
 * its identifier in the property `testctl`. A test that is open counts as skipped, and its message says its result.
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
