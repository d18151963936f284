import type { Request, Response } from './message.ts'

/** A request as a client sends it: how long it waits for an answer, and what it may do where none comes. */
export type OutgoingRequest = Request & {
  /** Whether sending it twice is the same as sending it once (PROMISES, "Requests"). */
  repeatable: boolean
  /** Whether the service is known, by now, to do it once however often it comes, by a key that the request bears. */
  isKeyHonoured?: (() => boolean) | undefined
  /** Gives up waiting for the answer. What this means for the outcome is the transport's to say. */
  signal?: AbortSignal | undefined
  /** When all of it must have ended, retries included, in milliseconds of the clock. */
  deadline?: number | undefined
}

/** A transport at the side of a client. One that serves any request serves these. */
export type Sender = (request: OutgoingRequest) => Promise<Response>
