/** How many requests may be under way at once, and how many are. */
export type ConcurrencyWindow = {
  isFree: () => boolean
  anyUnderWay: () => boolean
  /** Counts a request in, and gives it a number that is higher than all before. */
  begin: () => number
  /** Counts it out. One that went well, while all places were taken, makes room for a little more. */
  end: (wentWell: boolean) => void
  /** Halves what is allowed, once for all the requests that were begun before: they all say the same. */
  halve: (number: number) => void
}

/**
 * Begins with as many as a service can be expected to bear, and finds out: one place more for every round that goes well
 * with all places taken, half of them gone when the service says that it has enough.
 */
export const createWindow = ({ first = 16, most = 32 }: { first?: number; most?: number } = {}): ConcurrencyWindow => {
  let allowed = first
  let inFlight = 0
  let begun = 0
  let halved = 0
  return {
    isFree: () => inFlight + 1 <= allowed,
    anyUnderWay: () => inFlight > 0,
    begin: () => {
      inFlight += 1
      return ++begun
    },
    end: (wentWell) => {
      if (wentWell && allowed < most && inFlight + 1 > allowed) allowed = Math.min(most, allowed + 1 / allowed)
      inFlight -= 1
    },
    halve: (number) => {
      if (number <= halved) return
      halved = begun
      allowed = Math.max(1, allowed / 2)
    },
  }
}
