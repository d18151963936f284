import { firstLine } from '../text/first-line.ts'
import type { Dropped, ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { type Fields, jsonFields, jsonList, jsonText } from '../json/value.ts'
import { createInterning } from '../interning.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, propertiesIn, toOutcome } from '../json/outcome-builder.ts'

/** The JSON of GoogleTest. Fields that a test records itself become properties. */
export const gtest: ReportFormat = jsonFormat({
  key: 'gtest',
  recognises: (keys) => keys.has('testsuites.*.testsuite') || (keys.has('testsuites') && keys.has('tests')),
  createListener: (taker) => listen(taker),
})

const listen = ({ report, found, drop }: Taker): JsonListener => {
  const keep = createInterning()
  let suite = ''
  let outcomes: Outcome[] = []
  // The failures of the suite that belong to none of its tests.
  let failed: Dropped[] = []
  return {
    begins: (path) => (taken.has(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      if (path.endsWith('.name')) suite = jsonText(value) ?? ''
      else {
        const outcome = read(jsonFields(value), { report, line })
        const { result, messages, name, classname } = outcome
        // A failed fixture of a suite is reported as a test without a name.
        if (name) outcomes.push(keep(outcome))
        else if (result === 'failed')
          failed.push({ reason: `failed outside of its tests: ${firstLine(messages[0]?.text)}`, line, name: classname })
      }
    },
    ends: (path) => {
      if (path !== 'testsuites.*') return
      for (const outcome of outcomes) found({ ...outcome, suite: suite ? [suite] : [] })
      for (const one of failed) drop({ ...one, name: one.name ?? suite })
      outcomes = []
      failed = []
      suite = ''
    },
  }
}

const taken = new Set(['testsuites.*.name', 'testsuites.*.testsuite.*'])
const entered = new Set(['', 'testsuites', 'testsuites.*', 'testsuites.*.testsuite'])

const read = (test: Fields, { report, line }: { report: string; line: number }): Outcome => {
  const failures = jsonList(test['failures']).flatMap((one) =>
    buildMessage({ text: jsonText(jsonFields(one)['failure']) }),
  )
  const reasons = jsonList(test['skipped']).flatMap((one) =>
    buildMessage({ text: jsonText(jsonFields(one)['message']) }),
  )
  const isSkipped = skipped.has(jsonText(test['result']) ?? '') || jsonText(test['status']) === 'NOTRUN'
  const result = Array.isArray(test['failures']) ? 'failed' : isSkipped ? 'skipped' : 'passed'
  return toOutcome({
    name: jsonText(test['name']) ?? '',
    classname: jsonText(test['classname']),
    file: jsonText(test['file']),
    result,
    error: failures.some(({ text }) => /\n(?:unknown|C\+\+|SEH) exception/i.test(text)),
    messages: result === 'skipped' ? reasons : failures,
    properties: propertiesIn(Object.fromEntries(Object.entries(test).filter(([key]) => !known.has(key)))),
    seconds: secondsIn(jsonText(test['time'])),
    report,
    line,
  })
}

const secondsIn = (time = ''): number | undefined =>
  /^\d+(?:\.\d+)?s$/.test(time) ? Number(time.slice(0, -1)) : undefined

const skipped = new Set(['SKIPPED', 'SUPPRESSED'])
const known = new Set('name classname file line status result timestamp time failures skipped'.split(' '))
