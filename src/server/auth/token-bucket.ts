import { createBoundedMap } from '../../system/bounded-map.ts'

/** How often something may be done: so many times a second on average, and twice as many at once. */
export type TokenBuckets = {
  /** Takes one for this name: 0, or how many seconds to wait for it. */
  take: (name: string) => number
}

/** A bucket of tokens for each name; `rate` 0 allows everything. Whoever has not come for long has all tokens anyway. */
export const createTokenBuckets = (rate: number, now: () => number = () => performance.now()): TokenBuckets => {
  const burst = rate * 2
  const buckets = createBoundedMap<{ tokens: number; at: number }>({ most: 10_000, now })
  return {
    take: (name) => {
      if (rate === 0) return 0
      const at = now()
      const before = buckets.get(name) ?? { tokens: burst, at }
      const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * rate)
      buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, at })
      return tokens < 1 ? (1 - tokens) / rate : 0
    },
  }
}
