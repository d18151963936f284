/** How many retries are left. */
export type Budget = { spend: () => boolean; earn: () => void }

const capacity = 10

/**
 * Creates the budget of retries that all requests of a process share: ten, and one more for every ten successes. In an outage it soon ends
 * the retries of a batch, so that they do not add to the load of the service. DECISIONS 23
 */
export const createBudget = (): Budget => {
  // In tenths: a sum of ten times 0.1 is less than one.
  let tenths = capacity * 10
  return {
    spend: () => {
      if (tenths < 10) return false
      tenths -= 10
      return true
    },
    earn: () => {
      tenths = Math.min(capacity * 10, tenths + 1)
    },
  }
}
