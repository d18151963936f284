import type { Io } from '../../system/io.ts'
import type { OnAwait } from '../../wire/middleware/in-flight.ts'
import type { OnPause, Pause } from '../../wire/resilience/pause.ts'
import { formatLeft, formatPassed } from '../text/duration.ts'
import { lastWritten, type Shown, showStatus } from './index.ts'

/** Who hears that something is waited for: `await` begins it, `pause` says that it is waited for on purpose. */
export type WaitingLine = { await: OnAwait; pause: OnPause; during: <T>(work: () => Promise<T>) => Promise<T> }

/**
 * Says, after a second, that somebody is waited for: `waiting for tests.example.com, 3 s`. Several answers at once, and one
 * after another, are one wait. Beside what others say, only a pause is told. `mode` is that of `--progress`.
 * DECISIONS 80
 */
export const createWaiting = ({ io, mode, whom }: { io: Io; mode: string; whom: string }): WaitingLine => {
  const now = () => io.now().getTime()
  const pauses = new Set<Pause>()
  let shown: Shown | undefined
  let inFlight = 0
  let since = 0
  let idle = -Infinity
  const entry = {
    beside: () => (inFlight > 0 ? describePause(pauses, { whom, at: now() }) : undefined),
    say: () => {
      const at = now()
      if (inFlight === 0 && at - idle >= breath) {
        shown?.end()
        shown = undefined
        return undefined
      }
      // Whoever spoke or wrote before has told of the time until then.
      const passed = at - Math.max(since, lastWritten(io))
      if (passed < 1000) return undefined
      const pause = describePause(pauses, { whom, at })
      return pause?.endsWith(' left') ? pause : `${pause ?? `waiting for ${whom}`}, ${formatPassed(passed)}`
    },
  }
  const begin = () => {
    if (inFlight === 0 && now() - idle >= breath) since = now()
    inFlight += 1
    shown ??= showStatus(io, mode, entry)
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

// Milliseconds between an answer and the next request that are not the end of a wait.
const breath = 100

const describePause = (pauses: ReadonlySet<Pause>, { whom, at }: { whom: string; at: number }): string | undefined => {
  const [last] = [...pauses].sort((one, other) => other.until - one.until)
  if (!last) return undefined
  const left = last.until - at
  if (last.why === 'busy') return left > 0 ? `waiting for ${whom} to take more, ${formatLeft(left)} left` : undefined
  return `${whom} ${words[last.why]}, trying again`
}

const words = { unreachable: 'cannot be reached', broken: 'broke off', failing: 'fails' } as const
