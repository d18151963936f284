import { formatLeft, formatPassed } from '../text/duration.ts'

/**
 * Measures the speed of a task: over the last ten seconds, so that a change shows soon; for slow work over the last few times
 * that something was counted. Times are in milliseconds of a monotonic clock.
 */
export const createRate = (started: number) => {
  // Samples of the count; the rate is measured from the oldest.
  const marks = [{ at: started, count: 0 }]
  let [count, last] = [0, started]
  const perSecond = (at: number): number => {
    while (marks.length > 5 && marks[1]!.at <= at - 10_000) marks.shift()
    const since = marks[0]!
    return (Math.max(0, count - since.count) * 1000) / (at - since.at)
  }
  /** Returns how long nothing was counted, if that is more than three times as long as usual and more than five seconds. */
  const stalledFor = (at: number): number | undefined => {
    const usual = (last - marks[0]!.at) / Math.max(1, marks.length - 1)
    return at - last > Math.max(5000, 3 * usual) ? at - last : undefined
  }
  return {
    add: (by: number, at: number): void => {
      // A count can go down: a result may be taken back.
      count += by
      if (by <= 0) return
      last = at
      if (at - marks.at(-1)!.at >= 250) marks.push({ at, count })
    },
    count: (): number => count,
    /** Describes the rate and the time left; before anything is counted, the elapsed time. */
    describe: (at: number, total: number | undefined): string => {
      if (count <= 0 || at <= started) return formatPassed(at - started)
      const speed = perSecond(at)
      const stalled = stalledFor(at)
      if (stalled !== undefined) return `nothing for ${formatPassed(stalled)}`
      const [number, unit] = speed < 0.95 ? [speed * 60, 'min'] : [speed, 's']
      const pace = `${number < 9.95 ? number.toFixed(1) : Math.round(number)}/${unit}`
      const left = total === undefined ? -1 : total - count
      // The first few of many do not predict the time for the rest.
      const isKnown = left >= 0 && speed > 0 && (at - started >= 2000 || count > left / 10)
      return isKnown ? `${pace}, ${formatLeft((left / speed) * 1000)} left` : pace
    },
  }
}
