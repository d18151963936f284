import { counted } from '../../output/text/count.ts'
import { formatEstimate } from '../../output/text/duration.ts'
import { type ResultCounts } from '../status/counts.ts'

/** How many tests were done at one moment (milliseconds), and how many were open. */
export type Glance = { at: number; done: number; open: number }

/** The pace of a run: tests per minute, and the minutes left until no test is open. */
export type Eta = { perMinute: number; minutesLeft: number }

/** Returns the done and open tests of a run at one moment. */
export const glanceAt = ({ passed, failed, untested, inProgress }: ResultCounts, at: number): Glance => ({
  at,
  done: passed + failed,
  open: untested + inProgress,
})

/**
 * Computes the pace of a run from the last ten minutes of watching it. Undefined if that predicts nothing: the
 * run was watched for less than half a minute, fewer than three tests were finished, or no test is open.
 */
export const etaOf = (glances: readonly Glance[]): Eta | undefined => {
  const last = glances.at(-1)
  const first = last && recent(glances).at(0)
  if (!first || last.open === 0) return undefined
  const minutes = (last.at - first.at) / 60_000
  const done = last.done - first.done
  if (minutes < leastMinutes || done < leastDone) return undefined
  return { perMinute: done / minutes, minutesLeft: (last.open * minutes) / done }
}

/** Returns the glances that the pace is computed from; earlier ones need not be kept. */
export const recent = (glances: readonly Glance[]): Glance[] => {
  const now = glances.at(-1)?.at ?? 0
  return glances.filter(({ at }) => now - at <= window)
}

/** Formats a pace: `about 5 minutes left, at 12 tests a minute`; coarse, because the estimate is no better. */
export const formatEta = ({ perMinute, minutesLeft }: Eta): string => {
  const rate = perMinute < 10 ? Number(perMinute.toPrecision(2)) : Math.round(perMinute)
  return `${formatEstimate(minutesLeft)}, at ${counted(rate)} a minute`
}

const window = 10 * 60_000
const leastMinutes = 0.5
const leastDone = 3
