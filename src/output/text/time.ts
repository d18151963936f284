import { counted } from './count.ts'

// The interface does not show the serialised form of a timestamp. DECISIONS 9
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i

/** Reads a timestamp of the service: ISO with a zone, or a number of seconds or milliseconds; undefined for others. */
export const readTime = (value: unknown): Date | undefined => {
  const date =
    typeof value === 'number'
      ? new Date(Math.abs(value) < secondsBelow ? value * 1000 : value)
      : new Date(typeof value === 'string' && iso.test(value) ? value : NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * Returns a time in milliseconds since 1970, to compare and sort by; undefined if it cannot be parsed at all. Accepts every form that
 * `Date` does, because the interface does not show the form of a service's times (9).
 */
export const timeOf = (written: string | number): number | undefined => {
  const time = readTime(written)?.getTime() ?? new Date(written).getTime()
  return Number.isNaN(time) ? undefined : time
}

// As seconds this is the year 5138, as milliseconds March 1973: no test run was ever on the wrong side of it.
const secondsBelow = 100_000_000_000

/** Formats a time for people: `3 hours ago`; the date if it is thirty days away or more. */
export const formatAgo = (date: Date, now: Date): string => {
  const seconds = (now.getTime() - date.getTime()) / 1000
  const away = Math.abs(seconds)
  if (away < 60) return 'just now'
  if (away >= 30 * day) return date.toISOString().replace(/T.*/, '')
  const [unit, size] = units.find(([, length]) => away >= length) ?? ['minute', 60]
  const distance = counted(Math.floor(away / size), unit)
  return seconds > 0 ? `${distance} ago` : `in ${distance}`
}

/** Formats times in milliseconds since 1970 relative to one `now`. A service's clock may be ahead: a future time counts as now. */
export const agoFrom =
  (now: Date) =>
  (at: number): string =>
    formatAgo(new Date(Math.min(at, now.getTime())), now)

const day = 86_400
const units: readonly (readonly [unit: string, seconds: number])[] = [
  ['day', day],
  ['hour', 3600],
  ['minute', 60],
]
