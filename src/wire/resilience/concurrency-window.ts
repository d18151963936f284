/** The limit of requests in flight, and how many there are. */
export type ConcurrencyWindow = {
  isFree: () => boolean
  anyUnderWay: () => boolean
  /** Counts a request in; returns its number, which is higher than all before. */
  begin: () => number
  /** The number of the request that was begun last. */
  latest: () => number
  /** Counts a request out. A success while all places were taken raises the limit a little. */
  end: (wentWell: boolean) => void
  /** Halves the limit, unless the request of that number began before the last halving: then it reports the same overload. */
  halve: (number: number) => void
}

/**
 * Creates a window with a limit that most services bear, and adapts it: one more for every successful round with all places taken, half
 * when the service is overloaded.
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
