import type { Outcome } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

/**
 * Whether an Erlang runner reports a test as skipped although it failed. EUnit cannot skip a test: it calls a test skipped
 * that timed out, or whose process ended. Common Test calls a test skipped that it could not set up. DECISIONS 484
 */
export const isCancelled = (
  { name, classname, seconds }: Pick<Outcome, 'name' | 'classname' | 'seconds'>,
  { attributes, text }: Element,
): boolean => {
  const { type, message } = attributes
  const isOfEUnit = classname === undefined && seconds === 0 && nameOfEUnit.test(name)
  return text.trimStart().startsWith('{tc_auto_skip,') || (isOfEUnit && type !== undefined && message === undefined)
}

// Module, line, function, and the description of the test: `cart:12 add_test (with a card)`. A title has several words after a number.
const nameOfEUnit = /^(?:Elixir\.|[a-z])[\w.@]{0,255}:\d{1,9} [^\s()]{1,255}(?: \(|$)/
