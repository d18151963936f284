import { addCount, noCounts } from '../counts.ts'
import type { Message, Outcome, Property } from '../outcome.ts'
import { addTo } from '../../system/maps/add-to.ts'

/** The origin of a report: the tool that ran the tests, and its start and end in milliseconds since 1970. */
export type CtrfOrigin = { tool: { name: string; version?: string }; start: number; stop: number }

type Written = Omit<Outcome, 'report' | 'line'>

/**
 * Writes outcomes as CTRF 1.0, piece by piece, as they come. Data that the format has no place for (a class, the types of
 * exceptions, further messages) goes into the `extra` of a test, so that the same outcomes are read back.
 */
export const writeCtrf = function* (outcomes: Iterable<Written>, { tool, start, stop }: CtrfOrigin): Iterable<string> {
  yield `{"reportFormat":"CTRF","specVersion":"1.0.0","results":{"tool":${JSON.stringify(tool)},"tests":[`
  const counts = noCounts()
  for (const outcome of outcomes) {
    yield `${counts.cases > 0 ? ',' : ''}\n${JSON.stringify(testOf(outcome))}`
    addCount(counts, outcome)
  }
  const { cases, passed, failed, skipped, flaky } = counts
  const summary = { tests: cases, passed: passed + flaky, failed, skipped, pending: 0, other: 0, flaky, start, stop }
  yield `\n],"summary":${JSON.stringify(summary)}}}\n`
}

const testOf = (outcome: Written): object => {
  const { name, suite, file, result, flaky, properties, seconds } = outcome
  const [first, ...further] = flaky ? [] : outcome.messages
  const tags = properties.filter(isPlainTag).map(({ value }) => value)
  const labels = properties.filter((property, at) => !isPlainTag(property, at, properties))
  return {
    name: name || 'unnamed test',
    status: result,
    duration: Math.round((seconds ?? 0) * 1000),
    ...(suite.length > 0 && { suite }),
    ...(first && saidIn(first)),
    ...(file !== undefined && { filePath: file }),
    ...(tags.length > 0 && { tags }),
    ...(labels.length > 0 && { labels: group(labels) }),
    ...(flaky && { flaky, retries: Math.max(1, outcome.messages.length), ...attemptsOf(outcome.messages) }),
    ...extraOf({
      ...(name === '' && { nameless: true }),
      ...(outcome.classname !== undefined && { classname: outcome.classname }),
      ...(outcome.error && { error: true }),
      ...(seconds === undefined && { untimed: true }),
      ...(first?.type && { type: first.type }),
      ...(further.length > 0 && { messages: further.map(attemptIn) }),
    }),
  }
}

const attemptsOf = (messages: readonly Message[]): object =>
  messages.length === 0
    ? {}
    : { retryAttempts: messages.map((one, at) => ({ attempt: at + 1, status: 'failed', ...attemptIn(one) })) }

const attemptIn = (one: Message): object => ({ ...saidIn(one), ...extraOf({ ...(one.type && { type: one.type }) }) })

const saidIn = ({ message, text }: Message): object => ({ ...(message && { message }), ...(text && { trace: text }) })

const extraOf = (own: object): object => (Object.keys(own).length > 0 ? { extra: { testctl: own } } : {})

// Any other tag is written as a label: as a tag, it would not be read back unchanged.
const isPlainTag = ({ name, value }: Property, at: number, all: readonly Property[]): boolean =>
  name === 'tag' && /^[^@]/.test(value) && all.findIndex((one) => one.name === name && one.value === value) === at

const group = (properties: readonly Property[]): object => {
  const values = new Map<string, string[]>()
  for (const { name, value } of properties) addTo(values, name, value)
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]))
}
