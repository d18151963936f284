/** How fast something goes lately. Times are in milliseconds of the clock. */
export type Rate = {
  add: (count: number, at: number) => void
  count: () => number
  /** How many a second; undefined before anything was counted. */
  perSecond: (at: number) => number | undefined
  /** For how long nothing was counted, where that is longer than usual. */
  stalledFor: (at: number) => number | undefined
}

/** What was counted by some time. */
type Mark = { at: number; count: number }

/**
 * Measures by the last ten seconds, so that a change is seen soon; of what goes more slowly than that, by the last few
 * times that something was counted.
 */
export const createRate = (started: number): Rate => {
  let marks: Mark[] = [{ at: started, count: 0 }]
  let count = 0
  let last = started
  const forget = (at: number): void => {
    const old = marks.findIndex((mark) => mark.at > at - recent)
    const first = Math.min(old < 0 ? marks.length : old - 1, marks.length - fewest)
    if (first > 0) marks = marks.slice(first)
  }
  const oldest = (): Mark => marks[0] ?? { at: started, count: 0 }
  return {
    add: (by, at) => {
      count += by
      if (by <= 0) return
      last = at
      if (at - (marks.at(-1)?.at ?? started) >= apart) marks.push({ at, count })
    },
    count: () => count,
    perSecond: (at) => {
      forget(at)
      const { at: since, count: before } = oldest()
      return count > 0 && at > since ? (Math.max(0, count - before) * 1000) / (at - since) : undefined
    },
    stalledFor: (at) => {
      const usual = (last - oldest().at) / Math.max(1, marks.length - 1)
      const silent = at - last
      return count > 0 && silent > Math.max(timeoutMs, 3 * usual) ? silent : undefined
    },
  }
}

const recent = 10_000
const apart = 250
const fewest = 5
const timeoutMs = 5000
