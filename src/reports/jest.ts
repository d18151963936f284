import { firstLine } from './firstline.ts'
import type { Drop, Format } from './formats.ts'
import { readJson } from './json.ts'
import type { JsonListener } from './jsonscanner.ts'
import { fieldsOf, secondsOf, textOf, textsOf } from './jsonvalue.ts'
import type { Outcome } from './outcome.ts'
import { messageOf, propertiesIn, tagsOf, toOutcome } from './telling.ts'

/** The JSON of Jest and Vitest. A file that failed, and in it no test, is dropped with what it says. DECISIONS 48 */
export const jest: Format = {
  key: 'jest',
  name: 'Jest or Vitest JSON',
  recognises: ({ keys }) =>
    keys !== undefined && (keys.has('numTotalTests') || keys.has('testResults.*.assertionResults')),
  read: (source, drop) => readJson(source, (found) => createListener({ report: source.name, found, drop })),
}

type Fields = Readonly<Record<string, unknown>>
type Taken = { report: string; found: (outcome: Outcome) => void; drop: Drop }
type Place = { report: string; line: number; drop: Drop }

const createListener = ({ report, found, drop }: Taken): JsonListener => {
  // A file of tests: its name stands behind its tests.
  let outcomes: Outcome[] = []
  let told: Record<string, string | undefined> = {}
  let began: number | undefined
  return {
    begins: (path) => (taken.test(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      began ??= line
      if (path.endsWith('.*')) outcomes.push(...read(fieldsOf(value), { report, line, drop }))
      else told[path.slice('testResults.*.'.length)] = textOf(value)
    },
    ends: (path) => {
      if (path !== 'testResults.*') return
      const { name: file, status, message } = told
      for (const outcome of outcomes) found({ ...outcome, file })
      if (status === 'failed' && !outcomes.some(({ result }) => result === 'failed'))
        drop({
          reason: `failed outside of its tests: ${firstLine(message?.replace(headline, ''))}`,
          line: began,
          name: file,
        })
      outcomes = []
      told = {}
      began = undefined
    },
  }
}

const taken = /^testResults\.\*\.(assertionResults\.\*|name|status|message)$/
const entered = new Set(['', 'testResults', 'testResults.*', 'testResults.*.assertionResults'])

// What Jest says first of every file that failed to run.
const headline = /^\s*● Test suite failed to run/

const read = (test: Fields, { report, line, drop }: Place): Outcome[] => {
  const name = textOf(test['title']) ?? textOf(test['fullName']) ?? ''
  const result = results.get(textOf(test['status']) ?? '')
  if (!result) {
    drop({
      reason: `its status is ${textOf(test['status']) ?? 'missing'}: neither passed nor failed`,
      line,
      name,
      isTest: true,
    })
    return []
  }
  // Jest says why it tried again; Vitest keeps the failures of a test that passed in the end.
  const retried = [...textsOf(test['retryReasons']), ...textsOf(test['retryMessages'])]
  const failures = textsOf(test['failureMessages'])
  const flaky = retried.length > 0 || failures.length > 0 || Number(test['invocations']) > 1
  const outcome = toOutcome({
    name,
    suite: textsOf(test['ancestorTitles']),
    result,
    flaky,
    messages: (result === 'passed' ? [...retried, ...failures] : failures).flatMap((text) => messageOf({ text })),
    properties: [...tagsOf(textsOf(test['tags'])), ...propertiesIn(test['meta'])],
    seconds: secondsOf(test['duration']),
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
