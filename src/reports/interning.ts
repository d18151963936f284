import type { Message, Outcome, Property } from './outcome.ts'

/**
 * Returns a function that makes outcomes small enough to keep a hundred thousand. It copies texts, because a slice keeps the
 * whole piece of the file in memory, and shares the names of suites and classes. The total size of all messages is limited:
 * further outcomes have none.
 */
export const createInterning = (): ((outcome: Outcome) => Outcome) => {
  const texts = new Map<string, string>()
  const suites = new WeakMap<readonly string[], readonly string[]>()
  let room = mostMessages

  const share = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    if (texts.size >= mostShared) texts.clear()
    const copied = copyText(text)
    texts.set(copied, copied)
    return copied
  }
  const shareSuite = (suite: readonly string[]): readonly string[] => {
    const shared = suites.get(suite) ?? suite.map(share)
    suites.set(suite, shared)
    return shared
  }
  const keepMessages = (messages: readonly Message[]): readonly Message[] => {
    for (const { message = '', type = '', text } of messages) room -= message.length + type.length + text.length
    return room < 0 ? none : messages.map(copyMessage)
  }
  const keepProperty = ({ name, value }: Property): Property => ({ name: share(name), value: copyText(value) })
  const shareMaybe = (text: string | undefined): string | undefined => (text === undefined ? undefined : share(text))

  // A new object saves much memory later: all that the given one refers to would be promoted to V8's old generation with it.
  return (outcome) => ({
    name: copyText(outcome.name),
    suite: shareSuite(outcome.suite),
    classname: shareMaybe(outcome.classname),
    file: shareMaybe(outcome.file),
    result: outcome.result,
    error: outcome.error,
    flaky: outcome.flaky,
    messages: outcome.messages.length === 0 ? none : keepMessages(outcome.messages),
    properties: outcome.properties.length === 0 ? none : outcome.properties.map(keepProperty),
    seconds: outcome.seconds,
    report: outcome.report,
    line: outcome.line,
  })
}

const none: readonly never[] = []
const mostShared = 10_000
const mostMessages = 32 * 1024 * 1024

/** Copies a text: one that is a slice of a piece of the file would keep all of that piece in memory. */
export const copyText = (text: string): string => Buffer.from(text).toString()

const copyMessage = ({ message, type, text }: Message): Message => ({
  ...(message !== undefined && { message: copyText(message) }),
  ...(type !== undefined && { type: copyText(type) }),
  text: copyText(text),
})
