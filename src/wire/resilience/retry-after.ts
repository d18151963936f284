import { UnavailableError } from '../../errors.ts'
import type { Response } from '../message.ts'
import { TransportError } from '../request-outcome.ts'

/**
 * Returns how long the service asks to wait, in milliseconds, from a number of seconds or a date; 0 for a past date. A date is measured
 * from the answer's own `date`, which the same clock wrote, or else from `wallClock`. Undefined if the header is missing or unreadable.
 * RFC 9110, section 10.2.3
 */
export const readRetryAfter = (
  headers: Readonly<Record<string, string>>,
  wallClock: () => number,
): number | undefined => {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = parseDate(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - (parseDate(headers['date']) || wallClock()))
}

/** Parses a date; NaN if it is invalid. Date.parse alone accepts too much, such as '-5'. */
const parseDate = (text = ''): number => {
  if (!/^[A-Z][a-z]+,? /.test(text)) return NaN
  // The oldest of the three forms names no zone (RFC 9110, 5.6.7); Date.parse would take that of this computer.
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text)
}

/** Returns the error of a request that cannot wait as long as the service asks; `until` is a time of day, in milliseconds. */
export const tooLong = (result: Response | TransportError, until: number): UnavailableError => {
  const status = result instanceof TransportError ? undefined : result.status
  const time = Number.isFinite(new Date(until).getTime()) ? new Date(until).toISOString() : 'the end of time'
  return new UnavailableError(`the service asks to wait until ${time}, which is later than the deadline`, {
    status,
    hint: 'try again then, or give a longer --timeout',
  })
}
