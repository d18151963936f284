import type { Outcome } from '../../src/reports/outcome.ts'

/** Creates a result as a reader returns it. `at` is the path and name of its test: `A › B › works`. */
export const outcome = (at: string, result: Outcome['result'] = 'passed', more: Partial<Outcome> = {}): Outcome => {
  const path = at.split(' › ')
  return {
    name: path.at(-1)!,
    suite: path.slice(0, -1),
    classname: undefined,
    file: undefined,
    result,
    error: false,
    flaky: false,
    messages: [],
    properties: [],
    seconds: undefined,
    report: 'report.xml',
    line: 1,
    ...more,
  }
}
