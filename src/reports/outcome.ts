/** One thing that went wrong in a test: a failed assertion, an exception, or why it was skipped. */
export type Message = { message?: string; type?: string; text: string }

/** A name and a value that a test carries: a property, an annotation; a tag is a property by the name of `tag`. */
export type Property = { name: string; value: string }

/** What a test runner reports about one test, whatever the format of the report. */
export type Outcome = {
  /** As the report has it; the class where a test has no name of its own, empty where it has neither. */
  name: string
  /** The suites that the test stands in, outermost first. */
  suite: readonly string[]
  classname: string | undefined
  /** The source file of the test, where the runner says it. */
  file: string | undefined
  result: 'passed' | 'failed' | 'skipped'
  /** Failed by something that is no assertion. An error is a failure. */
  error: boolean
  /** Failed first and passed in the end. */
  flaky: boolean
  messages: readonly Message[]
  properties: readonly Property[]
  /** How long it took. */
  seconds: number | undefined
  /** Where this was read: the report's file as it was named (`-` for stdin), and the line in it where that is known. */
  report: string
  line: number | undefined
}

/** An outcome with only these fields known; the others have their defaults. */
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
