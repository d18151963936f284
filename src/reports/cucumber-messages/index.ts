import { firstLine } from '../text/first-line.ts'
import type { Taker } from '../report-format.ts'
import { jsonFields, jsonText } from '../json/value.ts'
import { lineFormat, type LineReader } from '../text/format.ts'
import { createPickleRuns } from './runs.ts'
import { createPlan } from './plan.ts'
import { unseenFailure } from '../unseen-failures.ts'
import { parseOfOthers } from '../../system/json/parse.ts'

/**
 * Cucumber's messages as NDJSON: the output of the formatter `message` of every tool that speaks that protocol. Unlike
 * Cucumber's JSON, it contains each attempt, and rules.
 */
export const cucumberMessages = lineFormat({
  key: 'cucumber-messages',
  recognises: ({ keys }) => keys !== undefined && first.some((key) => keys.has(key)),
  createReader: (taker) => readMessages(taker),
})

// The keys of the messages with which the known streams begin.
const first = ['meta.protocolVersion', 'source.mediaType', 'gherkinDocument.feature', 'testRunStarted.timestamp']

const readMessages = (outer: Taker): LineReader => {
  const plan = createPlan()
  // Whether a failed scenario or a dropped entry explains a failure of the run.
  let isExplained = false
  let failedAt: number | undefined
  const taker: Taker = {
    ...outer,
    found: (outcome) => {
      isExplained ||= outcome.result === 'failed'
      outer.found(outcome)
    },
    drop: (entry) => {
      isExplained = true
      outer.drop(entry)
    },
  }
  const runs = createPickleRuns(plan, taker)
  let last = 0
  return {
    line: (text, line) => {
      last = line
      // Attachments are large, and say nothing about a result.
      if (!text.trim() || text.startsWith('{"attachment"')) return
      let envelope: unknown
      try {
        envelope = parseOfOthers(text)
      } catch {
        return taker.drop({ reason: `this line is no message of Cucumber: ${firstLine(text)}`, line })
      }
      for (const [kind, value] of Object.entries(jsonFields(envelope))) {
        const message = jsonFields(value)
        plan.take(kind, message)
        runs.take(kind, message, line)
        if (kind === 'testRunFinished' && message['success'] === false) failedAt = line
        if (kind === 'parseError')
          taker.drop({
            reason: `a feature cannot be read: ${firstLine(jsonText(message['message']))}`,
            line,
            name: jsonText(jsonFields(message['source'])['uri']),
          })
      }
    },
    end: () => {
      runs.end(last)
      // DECISIONS 466
      if (failedAt !== undefined && !isExplained) outer.drop(unseenFailure(failedAt))
    },
  }
}
