import type { Outcome } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

/**
 * Whether an Erlang runner counts a test that it calls skipped as failed: EUnit, which can leave out no test, calls one
 * skipped that took too long, or whose process ended; Common Test one that it could not prepare. DECISIONS 484
 */
export const isCancelled = (test: Pick<Outcome, 'name' | 'classname'>, { attributes, text }: Element): boolean => {
  const { type, message } = attributes
  const isOfEUnit = test.classname === undefined && nameOfEUnit.test(test.name)
  return text.trimStart().startsWith('{tc_auto_skip,') || (isOfEUnit && type !== undefined && message === undefined)
}

// Module, line, function: `cart:12 add_test`.
const nameOfEUnit = /^[^\s:]{1,255}:\d{1,9} \S/
