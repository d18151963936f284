import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import type { Taker } from '../report-format.ts'
import { type Fields, jsonFields, jsonSeconds, jsonText } from '../json/value.ts'
import { lastLines } from '../text/last-lines.ts'
import { lineFormat, type LineReader } from '../text/format.ts'
import type { Outcome } from '../outcome.ts'
import { parseOfOthers } from '../../system/json/parse.ts'
import { unknown } from '../unknown-result.ts'

/**
 * The `testlog.json` that Meson writes beside its JUnit XML: one test per line, with the word that Meson prints for its result. The
 * environment of a test is ignored. DECISIONS 525
 */
export const meson = lineFormat({
  key: 'meson',
  recognises: ({ root, begins }) => root === undefined && isTest.test(begins),
  createReader: (taker) => readMeson(taker),
})

const isTest = /^\{"name": "(?:[^"\\]|\\.)*", "stdout": "/

const readMeson = ({ report, found, drop }: Taker): LineReader => ({
  line: (text, line) => {
    if (!text.trim()) return
    let test: Fields
    try {
      test = jsonFields(parseOfOthers(text))
    } catch {
      // The line is not shown: it may hold the environment.
      return drop({ reason: 'results may be missing: this line is no JSON, or was cut off', line })
    }
    const name = jsonText(test['name']) ?? ''
    const word = jsonText(test['result'])
    const ending = endings.get(word ?? '')
    if (!ending) return drop({ reason: unknown('result', word), line, name, isTest: true })
    const project = /^([^:]+?)(?::.*)? \/ /.exec(name)?.[1]
    found(
      toOutcome({
        name,
        // The same suite as in Meson's JUnit XML.
        suite: project === undefined ? [] : [project],
        result: ending.result,
        error: ending.error,
        messages: buildMessage({
          message: ending.says ?? (ending.result === 'failed' ? exitOf(test['returncode']) : undefined),
          text: lastLines(['stdout', 'stderr'].flatMap((key) => jsonText(test[key])?.trim() || []).join('\n')),
        }),
        seconds: jsonSeconds(test['duration'], 1),
        report,
        line,
      }),
    )
  },
  end: () => {},
})

type Ending = { result: Outcome['result']; error?: true; says?: string }

const endings = new Map<string, Ending>([
  ['OK', { result: 'passed' }],
  ['EXPECTEDFAIL', { result: 'passed' }],
  ['SKIP', { result: 'skipped' }],
  ['FAIL', { result: 'failed' }],
  ['UNEXPECTEDPASS', { result: 'failed', says: 'it passed, and was expected to fail' }],
  ['TIMEOUT', { result: 'failed', error: true, says: 'it timed out' }],
  ['INTERRUPT', { result: 'failed', error: true, says: 'it was interrupted' }],
  ['ERROR', { result: 'failed', error: true }],
])

// A test that writes TAP may fail with exit status 0.
const exitOf = (code: unknown): string | undefined =>
  typeof code !== 'number' || code === 0 ? undefined : code < 0 ? `killed by signal ${-code}` : `exit status ${code}`
