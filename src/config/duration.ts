import { UsageError } from '../errors.ts'

const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

// The longest time that a timer of the runtime can wait; beyond it, it would fire at once.
const longest = 2 ** 31 - 1

/** Reads a time such as `60` (seconds), `30s`, `2m`, `1.5h` or `500ms`; in milliseconds. Anything else is a UsageError. */
export const parseDuration = (text: string): number => {
  const [, number, unit = 's'] = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? []
  const duration = Math.round(Number(number) * milliseconds[unit as keyof typeof milliseconds])
  if (duration >= 1 && duration <= longest) return duration
  throw new UsageError(`${JSON.stringify(text)} is not a time`, {
    hint: 'a time is written 60 (seconds), 30s, 2m or 500ms; at most 24 days',
  })
}
