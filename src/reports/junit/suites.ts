import { firstLine } from '../text/first-line.ts'
import type { Drop } from '../report-format.ts'
import type { Outcome } from '../outcome.ts'
import type { Attributes, Element } from '../xml/index.ts'

/** A suite that is open: its name, and what was found in it so far. */
type Suite = {
  name: string
  attributes: Attributes
  line: number
  tests: number
  failures: number
  dropped: number
  message: string
}

/** The suites of JUnit XML that are open. What failed in one and in none of its tests is dropped, with the suite's name. */
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
      const name = withoutTime(attributes['name'] ?? '')
      open.push({ name, attributes, line, tests: 0, failures: 0, dropped: 0, message: '' })
      if (name) setPath()
    },
    count: ({ result, error }: Outcome): void => {
      for (const suite of open) {
        suite.tests++
        if (result === 'failed' && !error) suite.failures++
      }
    },
    /** Takes an error or a failure of a suite. */
    fail: ({ attributes, text, line }: Element): void => {
      const message = attributes['message'] || text || attributes['type']
      if (!countsFailures(message, open.at(-1)?.failures ?? 0)) dropHere(message, line)
    },
    /** Takes what a suite wrote to stderr. */
    say: (text: string): void => {
      const suite = open.at(-1)
      if (suite) suite.message ||= errorIn(text)
    },
    close: (): void => {
      const suite = open.at(-1)
      // DECISIONS 86
      const counted = suite && suite.tests + suite.dropped === 0 ? countIn(suite.attributes) : undefined
      if (suite && counted)
        dropHere(`it counts ${counted} and has no test${suite.message && `: ${suite.message}`}`, suite.line)
      open.pop()
      if (suite?.name) setPath()
    },
  }
}

const countIn = ({ errors, failures }: Attributes): string | undefined => {
  const [error, failure] = [Number(errors) || 0, Number(failures) || 0]
  if (error > 0) return error === 1 ? 'an error' : `${error} errors`
  if (failure > 0) return failure === 1 ? 'a failure' : `${failure} failures`
  return undefined
}

// Perl's tests return how many of them failed, at most 254; 255 is for those that died.
const countsFailures = (message = '', failures: number): boolean => {
  const returned = Number(/^Dubious, test returned (\d{1,3}) /.exec(message)?.[1] ?? 0)
  return returned > 0 && returned < 255 && returned === Math.min(failures, 254)
}

const errorIn = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim())
  const line = lines.find((one) => /error|exception/i.test(one)) ?? lines.find((one) => /[^\s-]/.test(one))
  return line ? firstLine(line) : ''
}

// DECISIONS 87: xmlrunner writes when it ran behind the name of the suite.
const withoutTime = (name: string): string => name.replace(timeAtEnd, '')

const timeAtEnd =
  /(?:^|[-_. @])(?:19|20)\d\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])[T_. -]?(?:[01]\d|2[0-3])([:-]?)[0-5]\d\2[0-5]\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/
