import { firstLine } from '../text/first-line.ts'
import type { Drop, ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { type Fields, jsonFields, jsonSeconds, jsonText, textsOf } from '../json/value.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, propertiesIn, tagsOf, toOutcome } from '../json/outcome-builder.ts'

/** The JSON of Jest and Vitest. A file that failed although none of its tests did is dropped with its message. DECISIONS 48 */
export const jest: ReportFormat = jsonFormat({
  key: 'jest',
  recognises: (keys) => keys.has('numTotalTests') || keys.has('testResults.*.assertionResults'),
  createListener: (taker) => listen(taker),
})

type Place = { report: string; line: number; drop: Drop }

const listen = ({ report, found, drop }: Taker): JsonListener => {
  // The open file of tests: its name comes after its tests.
  let outcomes: Outcome[] = []
  let told: Record<string, string | undefined> = {}
  let began: number | undefined
  // DECISIONS 91: an entry without a name and a message counts only if there is no other.
  const nameless: Parameters<Drop>[0][] = []
  let good = 0
  return {
    begins: (path) => (taken.test(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      began ??= line
      if (path.endsWith('.*') && isNameless(jsonFields(value)))
        nameless.push({ reason: 'its status is missing: neither passed nor failed', line, isTest: true })
      else if (path.endsWith('.*'))
        for (const outcome of read(jsonFields(value), { report, line, drop })) outcomes.push(outcome)
      else told[path.slice('testResults.*.'.length)] = jsonText(value)
    },
    ends: (path) => {
      if (path === '' && good === 0) nameless.forEach(drop)
      if (path !== 'testResults.*') return
      const { name: file, status, message } = told
      for (const outcome of outcomes) found({ ...outcome, file })
      good += outcomes.length
      if (status === 'failed' && !outcomes.some(({ result }) => result === 'failed')) {
        const reason = `failed outside of its tests: ${firstLine(message?.replace(headline, ''))}`
        if (file || message || outcomes.length > 0) drop({ reason, line: began, name: file })
        else nameless.push({ reason, line: began })
      }
      outcomes = []
      told = {}
      began = undefined
    },
  }
}

const taken = /^testResults\.\*\.(assertionResults\.\*|name|status|message)$/
const entered = new Set(['', 'testResults', 'testResults.*', 'testResults.*.assertionResults'])

// The headline that Jest writes for every file that failed to run.
const headline = /^\s*● Test suite failed to run/

const isNameless = ({ title, fullName, status }: Fields): boolean =>
  !(jsonText(title) ?? jsonText(fullName) ?? jsonText(status))

const read = (test: Fields, { report, line, drop }: Place): Outcome[] => {
  const name = jsonText(test['title']) ?? jsonText(test['fullName']) ?? ''
  const result = results.get(jsonText(test['status']) ?? '')
  if (!result) {
    drop({
      reason: `its status is ${jsonText(test['status']) ?? 'missing'}: neither passed nor failed`,
      line,
      name,
      isTest: true,
    })
    return []
  }
  // Jest gives the reasons for its retries; Vitest keeps the failures of a test that passed in the end.
  const retried = [...textsOf(test['retryReasons']), ...textsOf(test['retryMessages'])]
  const failures = textsOf(test['failureMessages'])
  const flaky = retried.length > 0 || failures.length > 0 || Number(test['invocations']) > 1
  const outcome = toOutcome({
    name,
    suite: textsOf(test['ancestorTitles']),
    result,
    flaky,
    messages: (result === 'passed' ? [...retried, ...failures] : failures).flatMap((text) => buildMessage({ text })),
    properties: [...tagsOf(textsOf(test['tags'])), ...propertiesIn(test['meta'])],
    seconds: jsonSeconds(test['duration']),
    report,
    line,
  })
  return [outcome]
}

const results = new Map<string, Outcome['result']>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ...['pending', 'skipped', 'todo', 'disabled'].map((status) => [status, 'skipped'] as const),
])
