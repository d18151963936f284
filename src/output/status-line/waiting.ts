import type { Io } from '../../system/io.ts'
import type { OnAwait } from '../../wire/middleware/in-flight.ts'
import type { OnPause, Pause } from '../../wire/resilience/pause.ts'
import { formatLeft, formatPassed } from '../text/duration.ts'
import { speak, type Speaking } from './index.ts'
import type { LineState } from './scheduler.ts'

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
  let speaking: Speaking | undefined
  let inFlight = 0
  let since = 0
  let idle = -Infinity
  // How often there was something to be said, and when it was said here.
  let looks = 0
  let told = 0
  const saying = {
    aside: () => {
      looks += 1
      return inFlight > 0 ? describePause(pauses, { whom, at: now() }) : undefined
    },
    tell: ({ written }: LineState) => {
      const at = now()
      // Whoever spoke or wrote before has told of the time until then.
      if (looks - told > 1) since = at
      since = Math.max(since, written)
      told = looks
      if (inFlight === 0 && at - idle >= breath) {
        speaking?.end()
        speaking = undefined
        return undefined
      }
      if (at - since < 1000) return undefined
      const passed = formatPassed(at - since)
      const pause = describePause(pauses, { whom, at })
      if (pause === undefined) return `waiting for ${whom}, ${passed}`
      return pause.endsWith(' left') ? pause : `${pause}, ${passed}`
    },
  }
  const begin = () => {
    if (inFlight === 0 && now() - idle >= breath) since = now()
    inFlight += 1
    speaking ??= speak(io, mode, saying)
    return () => {
      inFlight -= 1
      idle = now()
    }
  }
  return {
    await: begin,
    during: async (work) => {
      const end = begin()
      try {
        return await work()
      } finally {
        end()
      }
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
