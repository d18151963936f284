import type { Outcome } from '../../src/reports/outcome.ts'

/** A result as a report has it; `at` is where its test stands: `A › B › works`. */
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
