import type { Message, Outcome } from './outcome.ts'

/**
 * Makes outcomes fit to be kept by the hundred thousand: a text that was cut from a piece of the file holds the whole
 * piece in memory until it is copied, and most suites and classes have been seen before.
 * Of the messages only so many characters are kept in all; every outcome is. What it is given, it changes.
 */
export const createKeeping = (): ((outcome: Outcome) => Outcome) => {
  const texts = new Map<string, string>()
  const suites = new WeakMap<readonly string[], readonly string[]>()
  let room = mostMessages

  const share = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    if (texts.size >= mostShared) texts.clear()
    const copied = copy(text)
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
    return room < 0 ? none : messages.map(copyAll)
  }
  return (outcome) => {
    outcome.name = copy(outcome.name)
    outcome.suite = shareSuite(outcome.suite)
    if (outcome.classname !== undefined) outcome.classname = share(outcome.classname)
    if (outcome.file !== undefined) outcome.file = share(outcome.file)
    outcome.messages = outcome.messages.length === 0 ? none : keepMessages(outcome.messages)
    outcome.properties = outcome.properties.length === 0 ? none : outcome.properties.map(copyAll)
    return outcome
  }
}

const none: readonly never[] = []
const mostShared = 10_000
const mostMessages = 32 * 1024 * 1024

const copy = (text: string): string => Buffer.from(text).toString()

const copyAll = <T extends Record<string, string>>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, copy(text)])) as T
