import { UsageError } from '../errors.ts'

/** When something ends that lasts `12h`, `90d`, `8w` or `1y` from now on; anything else is a UsageError. */
export const parseExpiry = (text: string, now: Date): Date => {
  const [, number, unit] = /^([0-9]{1,6})([hdwy])$/.exec(text.trim()) ?? []
  const lasts = Number(number) * hours[unit as keyof typeof hours]
  if (lasts >= 1 && lasts <= 100 * hours.y) return new Date(now.getTime() + lasts * 3_600_000)
  throw new UsageError(`${JSON.stringify(text)} is not how long a key can last`, {
    hint: 'such as 12h, 90d, 8w or 1y; at most 100y',
  })
}

const hours = { h: 1, d: 24, w: 168, y: 8760 } as const
