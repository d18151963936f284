import type { Request, Response } from './message.ts'

/** A request as a client sends it: with its time limits, and with whether it may be repeated. */
export type OutgoingRequest = Request & {
  /** Whether sending it twice is the same as sending it once (PROMISES, "Requests"). */
  repeatable: boolean
  /** Whether the service is known by now to honour the Idempotency-Key of the request. */
  isKeyHonoured?: (() => boolean) | undefined
  /** Aborts the wait for the answer. The transport reports the outcome. */
  signal?: AbortSignal | undefined
  /** The deadline of the whole call, retries included, in milliseconds of `performance.now`. */
  deadline?: number | undefined
}

/** A transport on the client's side. Any `Transport` is one, too. */
export type Sender = (request: OutgoingRequest) => Promise<Response>
