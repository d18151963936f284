import type { Io } from '../../system/io.ts'
import type { OnPause, Pause } from '../../wire/resilience/pause-report.ts'
import { formatLeft, formatPassed } from '../text/duration.ts'
import { type Moment, type Shown, statusLineOf } from './index.ts'

/** Reports waits to the status line: `during` is one from start to end, and `pause` gives the reason of one. */
export type WaitingLine = { during: <T>(work: () => Promise<T>) => Promise<T>; pause: OnPause }

/**
 * Shows in the status line, after a second, which service testctl waits for: `waiting for tests.example.com, 3 s`. Requests at the
 * same time or one after another are one wait. Beside progress, it shows only the reason for a pause. DECISIONS 80
 */
export const createWaiting = (io: Io, whom: string): WaitingLine => {
  const pauses = new Set<Pause>()
  let shown: Shown | undefined
  let [inFlight, since, idle] = [0, 0, -Infinity]
  // A request within 100 ms after an answer continues the same wait.
  const isOver = () => inFlight === 0 && performance.now() - idle >= 100
  const say = ({ now, seen }: Moment): string | undefined => {
    if (isOver()) {
      shown?.end()
      shown = undefined
      return undefined
    }
    const passed = now - Math.max(since, seen)
    if (passed < 1000) return undefined
    const [what = `waiting for ${whom}`, time = formatPassed(passed)] = pauseTexts(now)
    return `${what}, ${time}`
  }
  const reason = (at: number) => (inFlight > 0 && pauseTexts(at).join(', ')) || undefined
  /** Returns the reason of the longest pause, and the time left if the service named one. */
  const pauseTexts = (at: number): [what?: string, left?: string] => {
    const [last] = [...pauses].sort((one, other) => other.until - one.until)
    if (!last) return []
    if (last.why !== 'busy') return [`${whom} ${reasons[last.why]}, trying again`]
    const left = last.until - at
    return left > 0 ? [`waiting for ${whom} to take more`, `${formatLeft(left)} left`] : []
  }
  return {
    during: async (work) => {
      if (isOver()) since = performance.now()
      inFlight += 1
      shown ??= statusLineOf(io).show({ say, reason })
      try {
        return await work()
      } finally {
        inFlight -= 1
        if (inFlight === 0) idle = performance.now()
      }
    },
    pause: (pause) => {
      pauses.add(pause)
      return () => void pauses.delete(pause)
    },
  }
}

const reasons = { unreachable: 'cannot be reached', broken: 'broke off', failing: 'fails' } as const
