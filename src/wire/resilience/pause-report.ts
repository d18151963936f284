import type { Response } from '../message.ts'
import { TransportError } from '../request-outcome.ts'
import { isOverload } from './backoff.ts'

/**
 * Why requests wait before they are sent again: the service is overloaded, cannot be reached, breaks its connections, or fails; and the
 * time before which nothing is sent, in milliseconds of a monotonic clock.
 */
export type Pause = { why: 'busy' | 'unreachable' | 'broken' | 'failing'; until: number }

/** Called when a pause begins; returns the function that ends it. */
export type OnPause = (pause: Pause) => () => void

/** Returns the pause that a failure causes. */
export const pauseOf = (trouble: Response | TransportError, until: number): Pause => {
  if (trouble instanceof TransportError)
    return { why: trouble.outcome === 'not applied' ? 'unreachable' : 'broken', until }
  return { why: isOverload(trouble) ? 'busy' : 'failing', until }
}

/** Reports a pause, which ends the one before; undefined only ends it. */
export type PauseReporter = (pause: Pause | undefined) => void

/** Makes a reporter of pauses for an optional listener. */
export const createPauseReporter = (onPause: OnPause | undefined): PauseReporter => {
  let end: (() => void) | undefined
  return (pause) => {
    end?.()
    end = pause && onPause?.(pause)
  }
}
