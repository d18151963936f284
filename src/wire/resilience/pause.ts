import type { Response } from '../message.ts'
import { TransportError } from '../request-outcome.ts'

/**
 * Why a request waits before it is sent again, and others with it: the service has enough, cannot be reached, breaks its
 * connections, or fails; and the time of the clock, in milliseconds, before which nothing is sent.
 */
export type Pause = { why: 'busy' | 'unreachable' | 'broken' | 'failing'; until: number }

/** Is told of a pause when it begins, and gives back what is called when it is over. */
export type OnPause = (pause: Pause) => () => void

/** The pause after a request that ended like this. */
export const pauseOf = (trouble: Response | TransportError, until: number): Pause => {
  if (trouble instanceof TransportError)
    return { why: trouble.outcome === 'not applied' ? 'unreachable' : 'broken', until }
  return { why: trouble.status === 429 || trouble.status === 503 ? 'busy' : 'failing', until }
}

/** Tells of one pause after another: each ends the one before, and undefined is none. */
export type PauseReporter = (pause: Pause | undefined) => void

/** Makes what tells of pauses, of which somebody may want to hear. */
export const createPauseReporter = (onPause: OnPause | undefined): PauseReporter => {
  let end: (() => void) | undefined
  return (pause) => {
    end?.()
    end = pause && onPause?.(pause)
  }
}
