import { firstLine } from '../text/first-line.ts'
import type { ReportFormat, Taker } from '../report-format.ts'
import { jsonFormat } from '../json/format.ts'
import type { JsonListener } from '../../system/json/scanner.ts'
import { type Fields, jsonFields, jsonSeconds, jsonText, textsOf } from '../json/value.ts'
import type { Outcome } from '../outcome.ts'
import { buildMessage, toOutcome } from '../json/outcome-builder.ts'
import { unknown } from '../unknown-result.ts'

/** The JSON of RSpec. A pending example is skipped. Errors outside of the examples are dropped with RSpec's message. */
export const rspec: ReportFormat = jsonFormat({
  key: 'rspec',
  recognises: (keys) =>
    keys.has('examples') &&
    (keys.has('examples.*.full_description') || keys.has('summary_line') || keys.has('version')),
  createListener: (taker) => listen(taker),
})

const listen = ({ report, found, drop }: Taker): JsonListener => {
  const messages: { text: string; line: number }[] = []
  let errors = 0
  let counted = 1
  return {
    begins: (path) => (taken.has(path) ? 'take' : entered.has(path) ? 'enter' : 'skip'),
    takes: (value, path, line) => {
      if (path === 'messages.*') {
        if (messages.length < mostMessages) messages.push({ text: jsonText(value) ?? '', line })
      } else if (path === 'examples.*') {
        const example = jsonFields(value)
        const outcome = read(example, { report, line })
        const { description, status } = example
        if (outcome) found(outcome)
        else drop({ reason: unknown('status', jsonText(status)), line, name: jsonText(description), isTest: true })
      } else {
        errors = Number(value)
        counted = line
      }
    },
    ends: (path) => {
      if (path !== '' || !(errors > 0)) return
      const told = messages.filter(({ text }) => /^\s*An error occurred\b/.test(text))
      for (const { text, line } of told)
        drop({ reason: `failed outside of its tests: ${errorIn(text) ?? firstLine(text)}`, line, name: placeIn(text) })
      if (told.length === 0) drop({ reason: `${errors} failed outside of the examples`, line: counted })
    },
  }
}

const taken = new Set(['messages.*', 'examples.*', 'summary.errors_outside_of_examples_count'])
const entered = new Set(['', 'messages', 'examples', 'summary'])
const mostMessages = 100

/** Returns the origin of an error: the file that could not be loaded, the hook, or the line of source code. */
const placeIn = (text: string): string | undefined => {
  const [, file, hook] =
    /^\s*An error occurred (?:while loading (.{1,200}?)\.?|in an? `(.{1,200})` hook\.?)(?:\r?\n|$)/.exec(text) ?? []
  return file ?? hook ?? /^[ \t]*Failure\/Error: (.{1,200})/m.exec(text)?.[1]
}

/** Returns the class of an error and the first line of its message. */
const errorIn = (text: string): string | undefined => {
  const [, type, said] = /^([A-Z][\w:]*):\r?\n[ \t]+(\S.*)$/m.exec(text) ?? []
  return type && `${type}: ${said}`
}

const read = (example: Fields, { report, line }: { report: string; line: number }): Outcome | undefined => {
  const result = results.get(jsonText(example['status']) ?? '')
  if (!result) return undefined
  const name = jsonText(example['description']) ?? ''
  const whole = jsonText(example['full_description']) ?? name
  const suite = whole.endsWith(name) ? whole.slice(0, whole.length - name.length).trim() : ''
  const { class: type, message, backtrace } = jsonFields(example['exception'])
  const thrown = { message: jsonText(message)?.trim(), type: jsonText(type), text: textsOf(backtrace).join('\n') }
  return toOutcome({
    name,
    suite: suite === '' ? [] : [suite],
    file: jsonText(example['file_path']),
    result,
    error: thrown.type !== undefined && !/Expectation/.test(thrown.type),
    messages: buildMessage(result === 'skipped' ? { message: jsonText(example['pending_message']) } : thrown),
    seconds: jsonSeconds(example['run_time'], 1),
    report,
    line,
  })
}

const results = new Map<string, Outcome['result']>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
])
