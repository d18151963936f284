import { firstLine } from '../text/first-line.ts'
import { fieldsOf, textOf } from '../json/value.ts'
import { lineFormat, type LineReader, type Taker } from '../text/format.ts'
import { createRuns } from './runs.ts'
import { createPlan } from './plan.ts'

/**
 * Cucumber's messages, as NDJSON: what the formatter `message` writes, of all that speak that protocol. It tells of each
 * attempt and of rules, which Cucumber's JSON does not.
 */
export const cucumberMessages = lineFormat({
  key: 'cucumber-messages',
  recognises: ({ keys }) => keys !== undefined && first.some((key) => keys.has(key)),
  createReader: (taker) => readMessages(taker),
})

// What a stream of messages begins with, as far as is known.
const first = ['meta.protocolVersion', 'source.mediaType', 'gherkinDocument.feature', 'testRunStarted.timestamp']

const readMessages = (taker: Taker): LineReader => {
  const plan = createPlan()
  const runs = createRuns(plan, taker)
  let last = 0
  return {
    line: (text, line) => {
      last = line
      // Attachments are large, and say nothing of a result.
      if (!text.trim() || text.startsWith('{"attachment"')) return
      let envelope: unknown
      try {
        envelope = JSON.parse(text)
      } catch {
        return taker.drop({ reason: `this line is no message of Cucumber: ${firstLine(text)}`, line })
      }
      for (const [kind, value] of Object.entries(fieldsOf(envelope))) {
        const message = fieldsOf(value)
        plan.take(kind, message)
        runs.take(kind, message, line)
        if (kind === 'parseError')
          taker.drop({
            reason: `a feature cannot be read: ${firstLine(textOf(message['message']))}`,
            line,
            name: textOf(fieldsOf(message['source'])['uri']),
          })
      }
    },
    end: () => runs.end(last),
  }
}
