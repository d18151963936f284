/**
 * How long the service asks to be left alone, in milliseconds: seconds or a date; a past date is now.
 * Undefined where it asks for nothing that can be understood.
 */
export const readRetryAfter = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse takes too much for a date, '-5' for one.
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
