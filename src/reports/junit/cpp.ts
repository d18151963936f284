import type { Message } from '../outcome.ts'
import type { Element } from '../xml/index.ts'

/**
 * Whether an element is a WARN of doctest or a TS_WARN of CxxTest: neither fails its test. CxxTest's `<warning>` has a line; that of
 * PHPUnit, which is an error, has none. DECISIONS 503, 526
 */
export const isWarning = ({ name, attributes: { type = '', line }, text }: Element): boolean =>
  name === 'failure'
    ? /^WARN(?:_[A-Z]{1,20}){0,3}$/.test(type) && text.includes(`\n${type}( `)
    : name === 'warning' && line !== undefined && type === ''

/**
 * Whether Boost.Test expected the failures in a test (`expected_failures`). For a test that failed it also writes to stderr where
 * the failures were. DECISIONS 502
 */
export const isExpectedByBoost = (messages: readonly Message[], stderr: string): boolean =>
  messages.length > 0 &&
  messages.every(({ message, text }) => message === 'failure' && text.startsWith('ASSERTION FAILURE:')) &&
  (stderr === '' || stderr.startsWith('ERROR STREAM:\n- test case: '))
