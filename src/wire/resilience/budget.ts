/** How many repetitions are left. */
export type Budget = { spend: () => boolean; earn: () => void }

/**
 * How many repetitions all requests of a process may have between them: ten, and one more for every ten that succeed.
 * In an outage the repetitions of a batch end soon, so that they don't add to what the service suffers from.
 * DECISIONS 23
 */
export const createBudget = (capacity = 10): Budget => {
  let tokens = capacity
  return {
    spend: () => {
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    earn: () => {
      tokens = Math.min(capacity, tokens + 0.1)
    },
  }
}
