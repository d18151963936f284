import type { Message } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

/** Whether a `<failure>` is a WARN of doctest, which counts it and does not fail for it. DECISIONS 503 */
export const isWarning = ({ name, attributes: { type = '' }, text }: Element): boolean =>
  name === 'failure' && /^WARN(?:_[A-Z]{1,20}){0,3}$/.test(type) && text.includes(`\n${type}( `)

/**
 * Whether Boost.Test expected what failed in a test (`expected_failures`): it says of each test that failed, to stderr, where
 * the failures were. DECISIONS 502
 */
export const isExpectedByBoost = (messages: readonly Message[], stderr: string): boolean =>
  messages.length > 0 &&
  messages.every(({ message, text }) => message === 'failure' && text.startsWith('ASSERTION FAILURE:')) &&
  (stderr === '' || stderr.startsWith('ERROR STREAM:\n- test case: '))
