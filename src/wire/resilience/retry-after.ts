import { UnavailableError } from '../../errors.ts'
import type { Response } from '../message.ts'
import { TransportError } from '../request-outcome.ts'

/**
 * How long the service asks to wait, in milliseconds, of seconds or a date; a past date is now.
 * Undefined where the header is missing or unreadable.
 */
export const readRetryAfter = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse takes too much for a date, '-5' for one.
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The error of a request that cannot wait as long as the service asks; `until` is a time of the clock, in milliseconds. */
export const tooLong = (result: Response | TransportError, until: number): UnavailableError => {
  const status = result instanceof TransportError ? undefined : result.status
  const time = Number.isFinite(new Date(until).getTime()) ? new Date(until).toISOString() : 'the end of time'
  return new UnavailableError(`the service asks to wait until ${time}, which is later than the deadline`, {
    status,
    hint: 'try again then, or give a longer --timeout',
  })
}
