import type { Request, Response } from '../../wire/message.ts'

/** A request whose head has arrived. Its body is read on demand, so that an upload waits for authentication. */
export type IncomingRequest = Omit<Request, 'body'> & {
  /** Its id, also in its answer and in its line of the log. */
  id: string
  /** The client's address; behind a trusted proxy that of the proxy's client. */
  address: string
  /** Whether the client used TLS, according to a trusted proxy. */
  encrypted: boolean
  /** Reads the body, of `limit` bytes at most; undefined for none. Throws a RejectedError with a status for an unreadable one. */
  readBody: (limit?: number) => Promise<string | undefined>
  /** Calls `tell` if the work on the answer exceeds its time limit. */
  onOverdue: (tell: () => void) => void
  /** Whether the client has closed the connection, so that no answer can be sent. */
  isGone: () => boolean
}

/** Answers a request. */
export type Handler = (request: IncomingRequest) => Promise<Response>

/** Returns the request without reading its body. */
export const headOf = ({ method, path, query, headers }: IncomingRequest): Request => ({
  method,
  path,
  query,
  headers,
})

/** Reads the body and returns the whole request. */
export const requestOf = async (request: IncomingRequest): Promise<Request> => {
  const body = await request.readBody()
  return Object.assign(headOf(request), { body })
}
