import { firstLine } from '../text/first-line.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { jsonFields, jsonText } from '../json/value.ts'
import { readSpec, type SpecResult } from './spec.ts'

/**
 * Playwright's JSON. Every project of a spec is a result of its own; if the configuration has several projects, the project is
 * the outermost suite. Failures outside of the tests are dropped, and so are tests without a verdict. DECISIONS 48
 */
export const playwright: ReportFormat = jsonFormat({
  key: 'playwright',
  recognises: (keys) => keys.has('suites.*.specs') || keys.has('config.fullyParallel'),
  createListener: (taker) => listen(taker),
})

/** An open suite: its title, as soon as that has been read, and the results that wait for it. */
type Suite = { title: string | undefined; waiting: SpecResult[] }

const listen = ({ report, found, drop }: Taker): JsonListener => {
  const suites: Suite[] = []
  let projects = 0
  const settle = (result: SpecResult): void => {
    const { project, outcome } = result
    // A title comes before the tests, unless the keys have been sorted.
    if (suites.some(({ title }) => title === undefined)) suites.at(-1)?.waiting.push(result)
    else {
      const path = [projects > 1 ? project : '', ...suites.map(({ title }) => title), ...outcome.suite]
      found({ ...outcome, suite: path.filter((title) => title !== undefined && title !== '') as string[] })
    }
  }
  return {
    begins: (path, kind) => {
      if (taken.test(path)) return 'take'
      if (!entered.test(path)) return 'skip'
      if (kind === 'object' && path.endsWith('suites.*')) suites.push({ title: undefined, waiting: [] })
      return 'enter'
    },
    takes: (value, path, line) => {
      const suite = suites.at(-1)
      if (path.endsWith('specs.*')) for (const result of readSpec(value, { report, line, drop })) settle(result)
      else if (suite && path.endsWith('title')) suite.title = jsonText(value) ?? ''
      else if (path === 'config.projects.*') projects++
      else drop({ reason: `failed outside of its tests: ${messageOf(value)}`, line })
    },
    ends: (path) => {
      const ended = path.endsWith('suites.*') ? suites.pop() : undefined
      for (const { project, outcome } of ended?.waiting ?? [])
        settle({ project, outcome: { ...outcome, suite: [ended?.title ?? '', ...outcome.suite] } })
    },
  }
}

const taken = /^(config\.projects\.\*|errors\.\*|suites\.\*(\.suites\.\*)*\.(title|specs\.\*))$/
const entered = /^(|config(\.projects)?|errors|suites(\.\*(\.suites\.\*)*(\.(suites|specs))?)?)$/

const messageOf = (error: unknown): string => {
  const { message, value } = jsonFields(error)
  return firstLine(jsonText(message) ?? jsonText(value))
}
