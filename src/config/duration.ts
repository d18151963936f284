import { UsageError } from '../errors.ts'

const day = 86_400_000
const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: day, w: 7 * day, y: 365 * day } as const
type Unit = keyof typeof milliseconds

// The longest timer of the runtime; a longer one would fire at once.
const longest = 2 ** 31 - 1

/**
 * Parses a time such as `60` (seconds), `30s`, `2m`, `1.5h` or `500ms` into milliseconds. Throws a UsageError for anything else, which
 * names the flag or the variable that it is from (`origin`).
 */
export const parseDuration = (text: string, origin?: string): number => {
  const [, number, unit = 's'] = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? []
  const duration = Math.round(Number(number) * milliseconds[unit as Unit])
  if (duration >= 1 && duration <= longest) return duration
  throw new UsageError(`${origin === undefined ? '' : `${origin}: `}${JSON.stringify(text)} is not a time`, {
    hint: 'write a time as 60 (seconds), 30s, 2m or 500ms; at most 24 days',
  })
}

/** Parses a lifetime such as `12h`, `90d`, `8w` or `1y` into milliseconds. Throws a UsageError for anything else. */
export const parseLifetime = (text: string): number => {
  const [, number, unit] = /^([0-9]{1,6})([hdwy])$/.exec(text.trim()) ?? []
  const lifetime = Number(number) * milliseconds[unit as Unit]
  if (lifetime >= milliseconds.h && lifetime <= 100 * milliseconds.y) return lifetime
  throw new UsageError(`${JSON.stringify(text)} is not a lifetime of a key`, {
    hint: 'such as 12h, 90d, 8w or 1y; at most 100y',
  })
}
