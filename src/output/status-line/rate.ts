export type Rate = ReturnType<typeof createRate>

/**
 * Measures how fast something goes: over the last ten seconds, so that a change shows soon; slow work over the last few times
 * that something was counted. Times are in milliseconds of the clock.
 */
export const createRate = (started: number) => {
  // How much was counted at some times; the rate is measured from the oldest.
  const marks = [{ at: started, count: 0 }]
  let [count, last] = [0, started]
  return {
    add: (by: number, at: number): void => {
      // What was counted may be undone: a result that is taken back.
      count += by
      if (by <= 0) return
      last = at
      if (at - marks.at(-1)!.at >= 250) marks.push({ at, count })
    },
    count: (): number => count,
    /** How many a second; undefined before anything was counted. */
    perSecond: (at: number): number | undefined => {
      while (marks.length > 5 && marks[1]!.at <= at - 10_000) marks.shift()
      const since = marks[0]!
      return count > 0 && at > since.at ? (Math.max(0, count - since.count) * 1000) / (at - since.at) : undefined
    },
    /** For how long nothing was counted, where that is longer than usual. */
    stalledFor: (at: number): number | undefined => {
      const usual = (last - marks[0]!.at) / Math.max(1, marks.length - 1)
      return count > 0 && at - last > Math.max(5000, 3 * usual) ? at - last : undefined
    },
  }
}
