import type { Request, Response } from '../../wire/message.ts'

/** A request whose head has arrived. Its body is read on demand, so that an upload waits for authentication. */
export type IncomingRequest = Omit<Request, 'body'> & {
  /** Its id, also in its answer and in its line of the log. */
  id: string
  /** The client's address; behind a trusted proxy that of the proxy's client. */
  address: string
  /** Whether it came through TLS, as far as a trusted proxy. */
  encrypted: boolean
  /** Reads the body, of `limit` bytes at most; undefined for none. Throws a RejectedError with a status for an unreadable one. */
  readBody: (limit?: number) => Promise<string | undefined>
  /** Calls `tell` when the client has waited for the answer for as long as it may. */
  onOverdue: (tell: () => void) => void
  /** Whether the client has closed the connection, so that no answer can be sent. */
  isGone: () => boolean
}

/** Answers a request. */
export type Handler = (request: IncomingRequest) => Promise<Response>

/** The request without its body, at once. */
export const headOf = ({ method, path, query, headers }: IncomingRequest): Request => ({
  method,
  path,
  query,
  headers,
})

/** The whole request, once its body is there. */
export const requestOf = async (request: IncomingRequest): Promise<Request> => {
  const body = await request.readBody()
  return Object.assign(headOf(request), { body })
}
