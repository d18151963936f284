import { type Message, type Outcome, outcomeOf, type Property } from '../outcome.ts'
import { parseOfOthers } from '../../system/json/parse.ts'
import { isObject } from '../../system/json/is-object.ts'

/** Parses a line of NDJSON into an outcome; returns a text if something is wrong with the line. */
export const parseRecord = (line: string): Omit<Outcome, 'report' | 'line'> | string => {
  let read: unknown
  try {
    read = parseOfOthers(line)
  } catch {
    return 'it is not JSON'
  }
  if (!isObject(read)) return 'it is not a JSON object'
  return wrongField(read, fields) ?? contradiction(read) ?? toOutcome(read as Told)
}

/** The fields of a line after they have been checked. */
type Told = Pick<Outcome, 'result'> &
  Partial<Omit<Outcome, 'messages'>> & { messages?: Partial<Message>[]; test?: string; comment?: string }

type Fields = { [name: string]: unknown }
type Check = { is: (value: unknown) => boolean; expected: string }
type Checks = { [name: string]: Check }

const isText = (value: unknown): boolean => typeof value === 'string'
const isTruth = (value: unknown): boolean => typeof value === 'boolean'
const listOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(is)

const text: Check = { is: isText, expected: 'a text' }

const isMessage = (value: unknown): boolean =>
  isObject(value) && wrongField(value, { message: text, type: text, text }) === undefined
const isProperty = (value: unknown): boolean =>
  isObject(value) && wrongField(value, { name: text, value: text }) === undefined && Object.keys(value).length === 2

const fields: Checks = {
  name: text,
  test: text,
  result: {
    is: (value) => value === 'passed' || value === 'failed' || value === 'skipped',
    expected: 'passed, failed or skipped',
  },
  comment: text,
  suite: { is: listOf(isText), expected: 'a list of texts' },
  classname: text,
  file: text,
  error: { is: isTruth, expected: 'true or false' },
  flaky: { is: isTruth, expected: 'true or false' },
  messages: { is: listOf(isMessage), expected: 'a list of {"message","type","text"}, all of them texts' },
  properties: { is: listOf(isProperty), expected: 'a list of {"name","value"}, both of them texts' },
  seconds: { is: (value) => typeof value === 'number' && value >= 0, expected: 'a number from 0' },
  // The original place of the result, which `reports read --results` writes; it is replaced by the place in this report.
  report: text,
  line: { is: (value) => Number.isSafeInteger(value), expected: 'a whole number' },
}

const wrongField = (read: Fields, checks: Checks): string | undefined => {
  for (const [name, value] of Object.entries(read)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (!check) return `unknown field ${shortened(name)} (known: ${Object.keys(checks).join(', ')})`
    if (!check.is(value)) return `${name} must be ${check.expected}, not ${shortened(value)}`
  }
  return undefined
}

const contradiction = ({ name, test, result, error, flaky }: Fields): string | undefined => {
  if (name === undefined && test === undefined) return 'name is missing (or test, the identifier of a test)'
  if (result === undefined) return 'result is missing'
  if (error === true && result !== 'failed') return `error is true, and the result is ${String(result)}`
  if (flaky === true && result !== 'passed') return `flaky is true, and the result is ${String(result)}`
  return undefined
}

const toOutcome = ({ test, comment, messages = [], properties = [], ...told }: Told): Outcome => {
  const all = comment === undefined ? messages : [...messages, { text: comment }]
  const named = test === undefined ? properties : [...properties, { name: 'testctl', value: test }]
  return outcomeOf({
    ...told,
    name: told.name ?? test ?? '',
    messages: all.map((one) => cutAll<Message>({ ...one, text: one.text ?? '' })),
    properties: named.map((one) => cutAll<Property>(one)),
    report: '',
  })
}

const longestText = 64 * 1024

const cutAll = <Texts extends Message | Property>(texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]: [string, string]) => [key, value.slice(0, longestText)]),
  ) as Texts

const shortened = (value: unknown): string => {
  const written = JSON.stringify(value)
  return written.length > 40 ? `${written.slice(0, 39)}…` : written
}
