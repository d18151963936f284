import type { Request, Response } from '../../wire/message.ts'

/** A request of which the head has arrived. Its body comes when it is asked for, so that nobody uploads before the door. */
export type IncomingRequest = Omit<Request, 'body'> & {
  /** The id that its answer and its line in the log have. */
  id: string
  /** The address that it came from; that of a proxy's client where the proxy is trusted. */
  address: string
  /** Whether it came through TLS, as far as a trusted proxy. */
  encrypted: boolean
  /** Reads the body, of so many bytes at most; undefined for none. One that cannot be read is a RejectedError with its status. */
  readBody: (limit?: number) => Promise<string | undefined>
}

/** Answers what arrives. */
export type Handler = (request: IncomingRequest) => Promise<Response>

/** The request without its body, which nobody has to wait for. */
export const headOf = ({ method, path, query, headers }: IncomingRequest): Request => ({
  method,
  path,
  query,
  headers,
})

/** The whole request, once its body is there. */
export const requestOf = async (request: IncomingRequest): Promise<Request> => ({
  ...headOf(request),
  body: await request.readBody(),
})
