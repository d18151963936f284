/** How many retries are left. */
export type Budget = { spend: () => boolean; earn: () => void }

const capacity = 10

/**
 * The retries that all requests of a process share: ten, and one more for every ten successes.
 * In an outage the retries of a batch end soon, so that they don't add to the load of the service.
 * DECISIONS 23
 */
export const createBudget = (): Budget => {
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
