import type { Outcome } from '../../src/reports/outcome.ts'

/** A result of the test `Login › pays` as a report has it. */
export const outcome = (result: Outcome['result'], more: Partial<Outcome> = {}): Outcome => ({
  name: 'pays',
  suite: ['Login'],
  classname: undefined,
  file: undefined,
  result,
  error: false,
  flaky: false,
  messages: [],
  properties: [],
  seconds: undefined,
  report: 'report.xml',
  line: 5,
  ...more,
})
