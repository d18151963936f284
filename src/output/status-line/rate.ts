/** How fast something goes lately. Times are in milliseconds of the clock. */
export type Rate = {
  add: (count: number, at: number) => void
  count: () => number
  /** How many a second; undefined before anything was counted. */
  perSecond: (at: number) => number | undefined
  /** For how long nothing was counted, where that is longer than usual. */
  stalledFor: (at: number) => number | undefined
}

/**
 * Measures by the last ten seconds, so that a change is seen soon; of what goes more slowly than that, by the last few
 * times that something was counted.
 */
export const createRate = (started: number): Rate => {
  // What was counted by some time: the oldest one is what the rate is measured from.
  let marks: [{ at: number; count: number }, ...{ at: number; count: number }[]] = [{ at: started, count: 0 }]
  let count = 0
  let last = started
  return {
    add: (by, at) => {
      count += by
      if (by <= 0) return
      last = at
      if (at - marks.at(-1)!.at >= apart) marks.push({ at, count })
    },
    count: () => count,
    perSecond: (at) => {
      while (marks.length > fewest && marks[1]!.at <= at - recent) marks.shift()
      const [since] = marks
      return count > 0 && at > since.at ? (Math.max(0, count - since.count) * 1000) / (at - since.at) : undefined
    },
    stalledFor: (at) => {
      const usual = (last - marks[0].at) / Math.max(1, marks.length - 1)
      const silent = at - last
      return count > 0 && silent > Math.max(5000, 3 * usual) ? silent : undefined
    },
  }
}

const recent = 10_000
const apart = 250
const fewest = 5
