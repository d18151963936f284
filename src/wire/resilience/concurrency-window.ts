/** The limit of requests in flight, and how many there are. */
export type ConcurrencyWindow = {
  isFree: () => boolean
  anyUnderWay: () => boolean
  /** Counts a request in, and gives it a number that is higher than all before. */
  begin: () => number
  /** The number of the request that was begun last. */
  latest: () => number
  /** Counts it out. A success while all places were taken raises the limit a little. */
  end: (wentWell: boolean) => void
  /** Halves the limit, once for all the requests that were begun before: they all report the same overload. */
  halve: (number: number) => void
}

/**
 * Begins with a limit that most services bear, and adapts it: one place more for every successful round
 * with all places taken, half of them when the service says that it is overloaded.
 */
export const createWindow = ({ first = 16, most = 32 }: { first?: number; most?: number }): ConcurrencyWindow => {
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
    latest: () => begun,
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
