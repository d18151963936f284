import { setTimeout } from 'node:timers/promises'
import { ForeignAnswerError, PageRefusalError, ShortListError, UnavailableError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'

/** Why a look failed that is followed by another one. */
export type Outage = UnavailableError | ForeignAnswerError | PageRefusalError | ShortListError

/** How long to look at something, how often (milliseconds), what ends it, what is called after each look, and its clock. */
export type PollOptions<State> = {
  look: (isLast: boolean) => Promise<State>
  isEnd: (state: State, isLast: boolean) => boolean
  /** Whether there was anything new; then the pauses are short again. */
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
    // An outage is no work of the service: the next look is soon, so that its end is seen.
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

/** The pauses grow a little, so that a long wait does not ask too often. */
export const nextPause = (pause: number, most: number): number => Math.min(pause * 1.5, Math.max(pause, most))

// What a service that answers at all needs for its last answer.
const grace = 5000
// A service for which a look is much work is left alone for most of the time.
const restful = 3

/**
 * Waits for some work as long as is `left`, in milliseconds, and five seconds at least: after that the service counts as out of reach,
 * an UnavailableError. A signal ends it with its reason.
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

/** Sleeps; a signal ends it at once with its reason. */
const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
