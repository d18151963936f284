/** How often something may be done: so many times a second on average, and twice as many at once. */
export type TokenBuckets = {
  /** Takes one for this name: 0, or how many seconds to wait for it. */
  take: (name: string) => number
}

type Left = { tokens: number; at: number }

/** An allowance for each name; `rate` 0 allows everything. */
export const createTokenBuckets = (rate: number, now: () => number = () => performance.now()): TokenBuckets => {
  const burst = rate * 2
  const all = new Map<string, Left>()
  const begin = (name: string, at: number): Left => {
    // Names are made up easily. Whoever has not come for long has all tokens anyway.
    const [oldest] = all.keys()
    if (all.size >= mostNames && oldest !== undefined) all.delete(oldest)
    const left = { tokens: burst, at }
    all.set(name, left)
    return left
  }
  return {
    take: (name) => {
      if (rate === 0) return 0
      const at = now()
      const left = all.get(name) ?? begin(name, at)
      left.tokens = Math.min(burst, left.tokens + ((at - left.at) / 1000) * rate)
      left.at = at
      if (left.tokens < 1) return (1 - left.tokens) / rate
      left.tokens -= 1
      return 0
    },
  }
}

const mostNames = 10_000
