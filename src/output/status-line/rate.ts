/** How fast something goes lately. Times are in milliseconds of the clock. */
export type Rate = {
  add: (count: number, at: number) => void
  count: () => number
  /** How many a second; undefined before anything was counted. */
  perSecond: (at: number) => number | undefined
  /** For how long nothing was counted, where that is longer than usual. */
  stalledFor: (at: number) => number | undefined
}

type Mark = { at: number; count: number }

/** Measures by the last ten seconds, so that a change is seen soon; what goes more slowly by the last few times that it counted. */
export const createRate = (started: number): Rate => {
  // What was counted by some time: the oldest one is what the rate is measured from.
  const marks: [Mark, ...Mark[]] = [{ at: started, count: 0 }]
  let count = 0
  let last = started
  return {
    add: (by, at) => {
      count += by
      if (by > 0) last = at
      if (by > 0 && at - marks.at(-1)!.at >= 250) marks.push({ at, count })
    },
    count: () => count,
    perSecond: (at) => {
      while (marks.length > 5 && marks[1]!.at <= at - 10_000) marks.shift()
      const [since] = marks
      return count > 0 && at > since.at ? (Math.max(0, count - since.count) * 1000) / (at - since.at) : undefined
    },
    stalledFor: (at) => {
      const usual = (last - marks[0].at) / Math.max(1, marks.length - 1)
      return count > 0 && at - last > Math.max(5000, 3 * usual) ? at - last : undefined
    },
  }
}
