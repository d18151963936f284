import type { Drop } from '../report-format.ts'
import { type Fields, jsonFields, jsonSeconds, jsonText } from '../json/value.ts'
import type { Outcome, Property } from '../outcome.ts'
import { buildMessage, propertiesIn, toOutcome } from '../json/outcome-builder.ts'
import { unknown } from '../unknown-result.ts'

/** Reads the outcome of a test of mochawesome, without its suites; drops a test without a known state. */
export const readTest = (
  test: Fields,
  { report, line, drop }: { report: string; line: number; drop: Drop },
): Outcome[] => {
  const name = jsonText(test['title']) ?? ''
  const result = resultOf(test)
  if (!result) {
    drop({ reason: unknown('state', jsonText(test['state'])), line, name, isTest: true })
    return []
  }
  const { message, estack } = jsonFields(test['err'])
  const messageText = jsonText(message)
  return [
    toOutcome({
      name,
      result,
      error:
        test['timedOut'] === true ||
        (/^\w*(?:Error|Exception)\b/.test(messageText ?? '') && !/^\w*(?:assert|expect)/i.test(messageText ?? '')),
      messages: buildMessage({ message: messageText, text: jsonText(estack) }),
      properties: contextOf(test['context']),
      seconds: jsonSeconds(test['duration']),
      report,
      line,
    }),
  ]
}

const resultOf = ({ state, pass, fail, pending, skipped }: Fields): Outcome['result'] | undefined => {
  if (fail === true || state === 'failed') return 'failed'
  if (pass === true || state === 'passed') return 'passed'
  return pending === true || skipped === true || state === 'pending' || state === 'skipped' ? 'skipped' : undefined
}

// Reads what addContext adds: JSON in a text, which is a text, an object with a title and a value, or a list of these.
const contextOf = (context: unknown): Property[] => {
  if (typeof context !== 'string') return []
  try {
    return [JSON.parse(context) as unknown].flat().flatMap(propertyOf)
  } catch {
    return []
  }
}

const propertyOf = (one: unknown): Property[] => {
  if (typeof one === 'string') {
    const [, name, value] = /^([\w.-]{1,100})\s*[=:]\s*(\S.*)$/.exec(one) ?? []
    return name && value ? [{ name, value }] : []
  }
  const { title, value } = jsonFields(one)
  return propertiesIn({ [jsonText(title) ?? 'context']: value })
}
