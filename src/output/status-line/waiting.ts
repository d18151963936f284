import type { Io } from '../../system/io.ts'
import type { OnAwait } from '../../wire/middleware/in-flight.ts'
import type { OnPause, Pause } from '../../wire/resilience/pause-report.ts'
import { formatLeft, formatPassed } from '../text/duration.ts'
import { lastWritten, type Shown, showStatus } from './index.ts'

/** Hears of waits: `await` begins one, `during` is one, `pause` says that one is on purpose. */
export type WaitingLine = { await: OnAwait; pause: OnPause; during: <T>(work: () => Promise<T>) => Promise<T> }

/**
 * Says, after a second, for whom testctl waits: `waiting for tests.example.com, 3 s`. Several answers at once, and one after
 * another, are one wait. Beside another entry it only says why there is a pause. `mode` is that of `--progress`. DECISIONS 80
 */
export const createWaiting = ({ io, mode, whom }: { io: Io; mode: string; whom: string }): WaitingLine => {
  const now = () => io.now().getTime()
  const pauses = new Set<Pause>()
  let shown: Shown | undefined
  let inFlight = 0
  let since = 0
  let idle = -Infinity
  // So soon after an answer, the next request goes on with the same wait.
  const isOver = () => inFlight === 0 && now() - idle >= 100
  const say = (): string | undefined => {
    if (isOver()) {
      shown?.end()
      shown = undefined
      return undefined
    }
    // Whoever spoke or wrote before has told of the time until then.
    const passed = now() - Math.max(since, lastWritten(io))
    if (passed < 1000) return undefined
    const pause = describePause(pauses, { whom, at: now() })
    return pause?.endsWith(' left') ? pause : `${pause ?? `waiting for ${whom}`}, ${formatPassed(passed)}`
  }
  const beside = () => (inFlight > 0 ? describePause(pauses, { whom, at: now() }) : undefined)
  const begin = () => {
    if (isOver()) since = now()
    inFlight += 1
    shown ??= showStatus(io, mode, { say, beside })
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
  const [last] = [...pauses].sort((one, other) => other.until - one.until)
  if (!last) return undefined
  const left = last.until - at
  if (last.why === 'busy') return left > 0 ? `waiting for ${whom} to take more, ${formatLeft(left)} left` : undefined
  return `${whom} ${words[last.why]}, trying again`
}

const words = { unreachable: 'cannot be reached', broken: 'broke off', failing: 'fails' } as const
