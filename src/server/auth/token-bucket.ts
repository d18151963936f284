import { createBoundedMap } from '../../system/maps/bounded-map.ts'

/** A rate limit for each name: `rate` tokens a second on average, bursts of twice as many. */
export type TokenBuckets = {
  /** Takes a token from the bucket of this name. Returns 0, or the seconds until one is available. */
  take: (name: string) => number
}

/** Creates token buckets, one for each name; a `rate` of 0 allows everything. A long unused bucket is full, so it can be forgotten. */
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
