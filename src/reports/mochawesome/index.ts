import { firstLine } from '../text/first-line.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { jsonFields, jsonText } from '../json/value.ts'
import { createInterning } from '../interning.ts'
import type { Outcome } from '../outcome.ts'
import { readTest } from './test.ts'

/** The JSON of mochawesome, which knows the suites of each test. A failed hook is not a test, and is dropped. */
export const mochawesome: ReportFormat = jsonFormat({
  key: 'mochawesome',
  recognises: (keys) => keys.has('results.*.beforeHooks') || (keys.has('stats.testsRegistered') && keys.has('results')),
  createListener: (taker) => listen(taker),
})

/** An open suite: its name, and its tests until the name is known. */
type Suite = { title: string; file: string | undefined; outcomes: Outcome[] }

const listen = ({ report, found, drop }: Taker): JsonListener => {
  const keep = createInterning()
  const suites: Suite[] = []
  return {
    begins: (path, kind) => {
      if (taken.test(path)) return 'take'
      if (!entered.test(path)) return 'skip'
      if (kind === 'object' && suite.test(path)) suites.push({ title: '', file: undefined, outcomes: [] })
      return 'enter'
    },
    takes: (value, path, line) => {
      const inner = suites.at(-1)
      const read = jsonFields(value)
      if (!inner) return
      if (path.endsWith('.title')) inner.title = jsonText(value) ?? ''
      else if (path.endsWith('.file')) inner.file = jsonText(value)
      else if (path.endsWith('.tests.*'))
        for (const outcome of readTest(read, { report, line, drop })) inner.outcomes.push(keep(outcome))
      else if (read['fail'] === true || read['state'] === 'failed')
        drop({
          reason: `failed outside of its tests: ${firstLine(jsonText(jsonFields(read['err'])['message']))}`,
          line,
          name: jsonText(read['fullTitle']) ?? jsonText(read['title']),
        })
    },
    ends: (path) => {
      const ended = suite.test(path) ? suites.pop() : undefined
      if (!ended) return
      const around = suites.at(-1)
      for (const outcome of ended.outcomes) {
        if (ended.title) outcome.suite = [ended.title, ...outcome.suite]
        outcome.file ??= ended.file
        if (around) around.outcomes.push(outcome)
        else found(outcome)
      }
    },
  }
}

const suite = /^results\.\*(?:\.suites\.\*)*$/
const taken = /^results\.\*(?:\.suites\.\*)*\.(?:title|file|(?:tests|beforeHooks|afterHooks)\.\*)$/
const entered = /^(?:|results|results\.\*(?:\.suites\.\*)*(?:\.(?:suites|tests|beforeHooks|afterHooks))?)$/
