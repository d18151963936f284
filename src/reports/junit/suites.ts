import { firstLine } from '../text/first-line.ts'
import { withoutBrowserVersion } from './browsers.ts'
import type { Drop } from '../report-format.ts'
import type { Outcome } from '../outcome.ts'
import type { Attributes, Element } from '../xml/index.ts'

/** An open suite: its name, and what was found in it so far. */
type Suite = {
  name: string
  attributes: Attributes
  line: number
  tests: number
  failures: number
  /** How many of its tests it may count as errors or failures. */
  counted: number
  dropped: number
  message: string
  isTrusted: boolean
}

/** Tracks the open suites of JUnit XML. Drops a failure of a suite that belongs to none of its tests, with the suite's name. */
export const createSuites = (drop: Drop) => {
  const open: Suite[] = []
  let path: readonly string[] = []
  const setPath = (): void => {
    path = open.flatMap(({ name }) => name || [])
  }
  const dropHere = (message: string | undefined, line: number): void => {
    for (const suite of open) suite.dropped++
    drop({
      reason: `failed outside of its tests: ${firstLine(message)}`,
      line,
      name: path.join(' › ') || 'unnamed suite',
    })
  }
  return {
    /** The names of the open suites, outermost first; the same list until one opens or closes. */
    path: (): readonly string[] => path,
    open: (attributes: Attributes, line: number): void => {
      const name = withoutTime(withoutBrowserVersion(attributes))
      open.push({ name, attributes, line, tests: 0, failures: 0, counted: 0, dropped: 0, message: '', isTrusted: true })
      if (name) setPath()
    },
    /** Counts a test; `isCounted` if the suites count something in it as a failure, however it ended. */
    count: ({ result, error }: Outcome, isCounted: boolean): void => {
      for (const suite of open) {
        suite.tests++
        if (isCounted || result === 'failed') suite.counted++
        if (result === 'failed' && !error) suite.failures++
      }
    },
    /** Takes an error or a failure of a suite. */
    fail: ({ attributes, text, line }: Element): void => {
      const message = attributes['message'] || text || attributes['type']
      if (!countsFailures(message, open.at(-1)?.failures ?? 0)) dropHere(message, line)
    },
    /** Takes the stderr output of a suite. */
    say: (text: string): void => {
      const suite = open.at(-1)
      if (suite) suite.message ||= errorIn(text)
    },
    /** Marks the counts of the open suites as unreliable: Qt 5 counts every message as an error. */
    distrust: (): void => {
      for (const suite of open) suite.isTrusted = false
    },
    close: (): void => {
      const suite = open.at(-1)
      const missing = suite && missingIn(suite)
      if (missing) dropHere(missing, suite.line)
      open.pop()
      if (suite?.name) setPath()
    },
  }
}

// Describes errors or failures that a suite counts although nothing in it shows one. DECISIONS 86, 409
const missingIn = (suite: Suite): string | undefined => {
  const count = suite.counted + suite.dropped === 0 && countIn(suite.attributes)
  if (!count) return undefined
  const said = suite.message && `: ${suite.message}`
  if (suite.tests === 0) return `it counts ${count} and has no test${said}`
  return suite.isTrusted && !isElsewhere(suite) ? `it counts ${count}, and none of its tests has one${said}` : undefined
}

// NUnit's own stylesheet counts tests that a filter left out as errors, and failures of tests that it writes into another
// suite. Unlike Karma when it loses a browser, it says how many tests were skipped.
const isElsewhere = ({ tests: found, attributes }: Suite): boolean =>
  attributes['skipped'] !== undefined && failuresIn(attributes) <= numberIn(attributes['tests']) - found

/** Returns how many errors and failures an element counts. */
export const failuresIn = ({ errors, failures }: Attributes): number => numberIn(errors) + numberIn(failures)

const numberIn = (text: string | undefined): number => Number(text) || 0

const countIn = ({ errors, failures }: Attributes): string | undefined => {
  const [error, failure] = [numberIn(errors), numberIn(failures)]
  if (error > 0) return error === 1 ? 'an error' : `${error} errors`
  if (failure > 0) return failure === 1 ? 'a failure' : `${failure} failures`
  return undefined
}

// A test script of Perl exits with the number of its failed tests, at most 254; 255 means that it died.
const countsFailures = (message = '', failures: number): boolean => {
  const returned = Number(/^Dubious, test returned (\d{1,3}) /.exec(message)?.[1] ?? 0)
  return returned > 0 && returned < 255 && returned === Math.min(failures, 254)
}

const errorIn = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim())
  const line = lines.find((one) => /error|exception/i.test(one)) ?? lines.find((one) => /[^\s-]/.test(one))
  return line ? firstLine(line) : ''
}

// DECISIONS 87: xmlrunner appends the time of the run to the name of the suite.
const withoutTime = (name: string): string => name.replace(timeAtEnd, '')

const timeAtEnd =
  /(?:^|[-_. @])(?:19|20)\d\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])[T_. -]?(?:[01]\d|2[0-3])([:-]?)[0-5]\d\2[0-5]\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/
