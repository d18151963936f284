import type { Io } from '../../system/io.ts'
import type { OnAwait } from '../../wire/middleware/in-flight.ts'
import type { OnPause, Pause } from '../../wire/resilience/pause-report.ts'
import { formatLeft, formatPassed } from '../text/duration.ts'
import { type Shown, statusLineOf } from './index.ts'

/** Hears of waits: `await` begins one, `during` is one, and `pause` gives the reason of one. */
export type WaitingLine = { await: OnAwait; pause: OnPause; during: <T>(work: () => Promise<T>) => Promise<T> }

/**
 * Says in the status line, after a second, who has not answered: `waiting for tests.example.com, 3 s`. Answers at the same
 * time or one after another are one wait. Beside progress only the reason of a pause is said. DECISIONS 80
 */
export const createWaiting = (io: Io, whom: string): WaitingLine => {
  const now = () => io.now().getTime()
  const line = statusLineOf(io)
  const pauses = new Set<Pause>()
  let shown: Shown | undefined
  let [inFlight, since, idle] = [0, 0, -Infinity]
  // A request so soon after an answer goes on with the same wait.
  const isOver = () => inFlight === 0 && now() - idle >= 100
  const say = (): string | undefined => {
    if (isOver()) {
      shown?.end()
      shown = undefined
      return undefined
    }
    // The time before was seen: something was written, or progress was drawn.
    const passed = now() - Math.max(since, line.lastWritten())
    if (passed < 1000) return undefined
    const pause = describePause(pauses, { whom, at: now() })
    return pause?.endsWith(' left') ? pause : `${pause ?? `waiting for ${whom}`}, ${formatPassed(passed)}`
  }
  const beside = () => (inFlight > 0 ? describePause(pauses, { whom, at: now() }) : undefined)
  const begin = () => {
    if (isOver()) since = now()
    inFlight += 1
    shown ??= line.show({ say, beside })
    return () => {
      inFlight -= 1
      idle = now()
    }
  }
  return {
    await: begin,
    during: async (work) => {
      const end = begin()
      return work().finally(end)
    },
    pause: (pause) => {
      pauses.add(pause)
      return () => void pauses.delete(pause)
    },
  }
}

const describePause = (pauses: ReadonlySet<Pause>, { whom, at }: { whom: string; at: number }): string | undefined => {
  const last = [...pauses].sort((one, other) => other.until - one.until)[0]
  if (!last) return undefined
  const left = last.until - at
  if (last.why === 'busy') return left > 0 ? `waiting for ${whom} to take more, ${formatLeft(left)} left` : undefined
  return `${whom} ${reasons[last.why]}, trying again`
}

const reasons = { unreachable: 'cannot be reached', broken: 'broke off', failing: 'fails' } as const
