import { firstLine } from '../text/first-line.ts'
import type { Format } from '../format.ts'
import { jsonFormat, type Taker } from '../json-format.ts'
import type { JsonListener } from '../json/scanner.ts'
import { fieldsOf, secondsOf, textOf, textsOf } from '../json/value.ts'
import type { Outcome } from '../outcome.ts'
import { messageOf, toOutcome } from '../json/outcome-builder.ts'
import { unknown } from '../xml/unknown-result.ts'

/** The JSON of RSpec. A pending example is skipped. Errors outside of the examples are dropped with what RSpec says of them. */
export const rspec: Format = jsonFormat({
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
        if (messages.length < mostMessages) messages.push({ text: textOf(value) ?? '', line })
      } else if (path === 'examples.*') {
        const example = fieldsOf(value)
        const outcome = read(example, { report, line })
        const { description, status } = example
        if (outcome) found(outcome)
        else drop({ reason: unknown('status', textOf(status)), line, name: textOf(description), isTest: true })
      } else {
        errors = Number(value)
        counted = line
      }
    },
    ends: (path) => {
      if (path !== '' || !(errors > 0)) return
      const told = messages.filter(({ text }) => /^\s*An error occurred\b/.test(text))
      for (const { text, line } of told)
        drop({ reason: `failed outside of its tests: ${firstLine(text)}`, line, name: causeIn(text) })
      if (told.length === 0) drop({ reason: `${errors} failed outside of the examples`, line: counted })
    },
  }
}

const taken = new Set(['messages.*', 'examples.*', 'summary.errors_outside_of_examples_count'])
const entered = new Set(['', 'messages', 'examples', 'summary'])
const mostMessages = 100

const causeIn = (text: string): string | undefined => /^\s*Failure\/Error: (.{1,200})/m.exec(text)?.[1]

type Fields = Readonly<Record<string, unknown>>

const read = (example: Fields, { report, line }: { report: string; line: number }): Outcome | undefined => {
  const result = results.get(textOf(example['status']) ?? '')
  if (!result) return undefined
  const name = textOf(example['description']) ?? ''
  const whole = textOf(example['full_description']) ?? name
  const suite = whole.endsWith(name) ? whole.slice(0, whole.length - name.length).trim() : ''
  const { class: type, message, backtrace } = fieldsOf(example['exception'])
  const thrown = { message: textOf(message)?.trim(), type: textOf(type), text: textsOf(backtrace).join('\n') }
  return toOutcome({
    name,
    suite: suite === '' ? [] : [suite],
    file: textOf(example['file_path']),
    result,
    error: thrown.type !== undefined && !/Expectation/.test(thrown.type),
    messages: messageOf(result === 'skipped' ? { message: textOf(example['pending_message']) } : thrown),
    seconds: secondsOf(example['run_time'], 1),
    report,
    line,
  })
}

const results = new Map<string, Outcome['result']>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
])
