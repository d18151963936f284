import { setTimeout } from 'node:timers/promises'
import { ForeignAnswerError, PageRefusalError, ShortListError, UnavailableError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'

/** The errors that do not end polling. */
export type Outage = UnavailableError | ForeignAnswerError | PageRefusalError | ShortListError

/** How to poll: what to read, what ends it, timeout and pauses (milliseconds), the callbacks after each poll, and the clock. */
export type PollOptions<State> = {
  look: (isLast: boolean) => Promise<State>
  isEnd: (state: State, isLast: boolean) => boolean
  /** Whether the state has anything new; then the pauses are short again. */
  isNews?: (state: State) => boolean
  timeoutMs: number
  pause: { first: number; most: number }
  io: Pick<Io, 'stop'>
  now?: (() => number) | undefined
  onSeen?: ((state: State) => void | Promise<void>) | undefined
  onMissed?: ((error: Outage) => void) | undefined
}

/**
 * The `last` state, at the end or at the timeout; if the service could not be reached then, the error and the state `seen` before.
 * `missed` has the polls that failed.
 */
export type PollResult<State> = { missed: readonly Outage[] } & (
  | { last: State }
  | { last?: never; lost: Outage; seen: State | undefined }
)

/**
 * Polls until `isEnd` or the timeout. It survives a service that cannot be reached for a while, a short list, and the page of a proxy
 * after the service has answered once; any other failure ends it. DECISIONS 349, 429
 */
export const pollRun = async <State>({
  look,
  isEnd,
  isNews = () => false,
  timeoutMs,
  io,
  now = () => performance.now(),
  onSeen,
  onMissed,
  ...polling
}: PollOptions<State>): Promise<PollResult<State>> => {
  const left = () => end - now()
  const end = now() + timeoutMs
  const missed: Outage[] = []
  const { first, most } = polling.pause
  let seen: { state: State } | undefined
  let pause = first
  for (;;) {
    const isLast = left() <= 0
    const began = now()
    const looked = await answeredWithin(left(), look(isLast), io.stop).then(
      (state) => ({ state }),
      (error: unknown) => bear(error, seen !== undefined),
    )
    const isMissed = looked instanceof Error
    // A failed poll was no work for the service: the next one comes soon, so that the end of the outage is noticed.
    const restfully = isMissed ? 0 : (now() - began) * restful
    io.stop.throwIfAborted()
    if (isMissed) {
      missed.push(looked)
      onMissed?.(looked)
      if (left() <= 0) return { lost: looked, seen: seen?.state, missed }
    } else {
      seen = looked
      await onSeen?.(looked.state)
      if (isEnd(looked.state, isLast)) return { last: looked.state, missed }
      if (isNews(looked.state)) pause = first
    }
    await rest(Math.max(0, Math.min(Math.max(pause, restfully), left())), io.stop)
    pause = nextPause(pause, most)
  }
}

const bear = (error: unknown, hasAnswered: boolean): Outage => {
  if (error instanceof UnavailableError || error instanceof ShortListError) return error
  if (hasAnswered && (error instanceof ForeignAnswerError || error instanceof PageRefusalError)) return error
  throw error
}

/** Returns the pause after this one. Pauses grow up to `most`, so that a long wait does not poll too often. */
export const nextPause = (pause: number, most: number): number => Math.min(pause * 1.5, Math.max(pause, most))

// Milliseconds that suffice for a last answer from any service that is up.
const grace = 5000
// A pause lasts at least this many times as long as the poll before, so that a slow service rests most of the time.
const restful = 3

/**
 * Waits for `work` for the milliseconds that are `left`, and at least five seconds. Then throws an
 * UnavailableError, because the service counts as out of reach. If `stop` aborts, throws its reason.
 */
export const answeredWithin = async <T>(left: number, work: Promise<T>, stop: AbortSignal): Promise<T> => {
  const timer = new AbortController()
  const late = rest(Math.max(left, grace), AbortSignal.any([timer.signal, stop])).then(() => {
    throw new UnavailableError('the service has not answered in time', { hint: 'is the service up? testctl doctor' })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
  }
}

/** Sleeps; if `signal` aborts, throws its reason at once. */
const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
