/** One thing that went wrong in a test: a failed assertion, an exception, or why it was skipped. */
export type Message = { message?: string; type?: string; text: string }

/** A name and a value that a test carries: a property or an annotation; a tag is a property with the name `tag`. */
export type Property = { name: string; value: string }

/** The result of one test, as a test runner reports it, in any format of reports. */
export type Outcome = {
  /** As the report has it; the class if a test has no name of its own, empty if it has neither. */
  name: string
  /** The suites around the test, outermost first. */
  suite: readonly string[]
  classname: string | undefined
  /** The source file of the test, if the runner gives it. */
  file: string | undefined
  result: 'passed' | 'failed' | 'skipped'
  /** It failed by something other than an assertion. An error is a failure, too. */
  error: boolean
  /** Failed first and passed in the end. */
  flaky: boolean
  messages: readonly Message[]
  properties: readonly Property[]
  /** How long it took. */
  seconds: number | undefined
  /** The place where this was read: the report's file as the user named it (`-` for stdin), and the line in it if known. */
  report: string
  line: number | undefined
}

/** Builds an outcome from the known fields; the others get their defaults. */
export const outcomeOf = (known: Partial<Outcome> & Pick<Outcome, 'name' | 'result' | 'report'>): Outcome => ({
  suite: [],
  classname: undefined,
  file: undefined,
  error: false,
  flaky: false,
  messages: [],
  properties: [],
  seconds: undefined,
  line: undefined,
  ...known,
})
