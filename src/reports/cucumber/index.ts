import { readScenario, isPassingStatus, isFailingStatus, scenarioNames } from './scenario.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { jsonFields, jsonText } from '../json/value.ts'
import type { Outcome } from '../outcome.ts'
import { tagsOf } from '../json/outcome-builder.ts'

/**
 * Cucumber's JSON. A background is not a test: if it fails, the scenario that follows fails. A scenario with undefined steps
 * was not tested, and is dropped. DECISIONS 49
 */
export const cucumber: ReportFormat = jsonFormat({
  key: 'cucumber',
  recognises: (keys) =>
    keys.has('*.elements') || (keys.has('*.keyword') && (keys.has('*.uri') || keys.has('*.location'))),
  createListener: (taker) => listen(taker),
})

const listen = ({ report, found, drop }: Taker): JsonListener => {
  // The open feature: some tools write its name and its tags after its scenarios.
  let outcomes: Outcome[] = []
  let feature: Record<string, unknown> = {}
  let statusLine: number | undefined
  let background: unknown
  // Whether a scenario of the feature failed, or may have failed.
  let isExplained = false
  return {
    begins: (path) => (taken.test(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      if (path === '*.status') statusLine = line
      if (path !== '*.elements.*') feature[path.slice('*.'.length)] = value
      else if (jsonFields(value)['type'] === 'background') background = value
      else {
        const outcome = readScenario(value, { background, report, line, drop })
        background = undefined
        if (outcome) outcomes.push(outcome)
        isExplained ||= !outcome || outcome.result === 'failed' || !isPassingStatus(jsonFields(value)['status'])
      }
    },
    ends: (path) => {
      if (path !== '*') return
      const suite = [jsonText(feature['name'])].filter((name) => name !== undefined)
      const tags = scenarioNames(feature['tags'])
      for (const outcome of outcomes) {
        const properties = tagsOf([...tags, ...outcome.properties.map(({ value }) => value)])
        found({ ...outcome, suite, file: jsonText(feature['uri']), properties })
      }
      // DECISIONS 410
      if (isFailingStatus(feature['status']) && !isExplained)
        drop({ reason: 'it failed outside of its scenarios', line: statusLine, name: jsonText(feature['name']) })
      outcomes = []
      feature = {}
      background = undefined
      isExplained = false
    },
  }
}

const taken = /^\*\.(elements\.\*|name|uri|tags|status)$/
const entered = new Set(['', '*', '*.elements'])
