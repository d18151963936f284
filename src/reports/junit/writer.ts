import { addCount, noCounts } from '../counts.ts'
import type { Message, Outcome } from '../outcome.ts'

/** The parts of an outcome that are written: all but the place where it was read. */
export type JUnitReport = Omit<Outcome, 'report' | 'line'>

/**
 * Writes outcomes as JUnit XML, piece by piece. Consecutive outcomes of the same suite share one `<testsuite>`, suites are nested, and
 * the order stays. The format `junit` reads the same outcomes back, but for the messages of tests that plainly passed: these are output.
 */
export const writeJunit = function* (outcomes: readonly JUnitReport[], { name }: { name: string }): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name, ...totals(outcomes) })}>\n`
  yield* writeSuites(outcomes, { depth: 0 })
  yield '</testsuites>\n'
}

/** Writes the content of a suite at this depth: runs of outcomes in the same inner suite, and outcomes that are in no inner suite. */
const writeSuites = function* (outcomes: readonly JUnitReport[], { depth }: { depth: number }): Generator<string> {
  const indent = '  '.repeat(depth + 1)
  for (let from = 0; from < outcomes.length;) {
    const suite = outcomes[from]?.suite[depth]
    let to = from + 1
    while (to < outcomes.length && outcomes[to]?.suite[depth] === suite) to++
    const run = outcomes.slice(from, to)
    from = to
    if (suite === undefined && depth > 0) {
      for (const outcome of run) yield writeCase(outcome, indent)
      continue
    }
    // A test without a suite is put into a `<testsuite>` without a name.
    yield `${indent}<testsuite${attributes({ name: suite ?? '', ...totals(run) })}>\n`
    if (suite === undefined) for (const outcome of run) yield writeCase(outcome, `${indent}  `)
    else yield* writeSuites(run, { depth: depth + 1 })
    yield `${indent}</testsuite>\n`
  }
}

const writeCase = (outcome: JUnitReport, indent: string): string => {
  const { name, classname, file, seconds } = outcome
  const start = `${indent}<testcase${attributes({ name, classname, file, time: seconds?.toString() })}`
  const inner = [...propertiesOf(outcome), ...messagesOf(outcome)].map((line) => `${indent}  ${line}\n`)
  return inner.length === 0 ? `${start}/>\n` : `${start}>\n${inner.join('')}${indent}</testcase>\n`
}

const propertiesOf = ({ properties }: JUnitReport): string[] =>
  properties.length === 0
    ? []
    : ['<properties>', ...properties.map((one) => `  <property${attributes(one)}/>`), '</properties>']

const messagesOf = (outcome: JUnitReport): string[] => {
  const element = elementOf(outcome)
  const messages = element === 'system-out' || outcome.messages.length > 0 ? outcome.messages : [{ text: '' }]
  return messages.map((message) => writeMessage(element, message))
}

const writeMessage = (element: string, { message, type, text }: Message): string =>
  element === 'system-out'
    ? `<system-out>${escapeXmlText([message, text].filter(Boolean).join('\n'))}</system-out>`
    : `<${element}${attributes({ message, type })}${text ? `>${escapeXmlText(text)}</${element}` : '/'}>`

const elementOf = ({ result, error, flaky }: JUnitReport): string => {
  if (result === 'failed') return error ? 'error' : 'failure'
  if (result === 'skipped') return 'skipped'
  return flaky ? 'flakyFailure' : 'system-out'
}

// In JUnit, an error is not counted as a failure.
const totals = (outcomes: readonly JUnitReport[]): Record<string, string> => {
  const counts = noCounts()
  let seconds = 0
  for (const outcome of outcomes) {
    addCount(counts, outcome)
    seconds += outcome.seconds ?? 0
  }
  const { cases, failed, errors, skipped } = counts
  return {
    tests: String(cases),
    failures: String(failed - errors),
    errors: String(errors),
    skipped: String(skipped),
    time: seconds.toFixed(3),
  }
}

/** Escapes a text between tags. Replaces characters that XML forbids: a control character by its picture (␛), any other by �. */
const escapeXmlText = (text: string): string => visible(text).replace(/[&<>\r]/g, escapeCharacter)

/** Formats ` name="value"` for each attribute that has a value. */
const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) =>
      value === undefined ? '' : ` ${name}="${visible(value).replace(/[&<>"\t\n\r]/g, escapeCharacter)}"`,
    )
    .join('')
const escapeCharacter = (character: string): string => named[character] ?? `&#${character.charCodeAt(0)};`
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r -\ufffd]/g, (character) =>
      character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\ufffd',
    )
