import { createBoundedMap } from '../../system/bounded-map.ts'

/** A rate limit: so many times a second on average, and twice as many at once. */
export type TokenBuckets = {
  /** Takes a token of this name: returns 0, or how many seconds to wait for one. */
  take: (name: string) => number
}

/** A token bucket for each name; `rate` 0 allows everything. A name that was not used for long has a full bucket and need not be kept. */
export const createTokenBuckets = (rate: number): TokenBuckets => {
  const burst = rate * 2
  const buckets = createBoundedMap<{ tokens: number; at: number }>({ most: 10_000 })
  return {
    take: (name) => {
      if (rate === 0) return 0
      const at = performance.now()
      const before = buckets.get(name) ?? { tokens: burst, at }
      const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * rate)
      buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, at })
      return tokens < 1 ? (1 - tokens) / rate : 0
    },
  }
}
