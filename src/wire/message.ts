/** A request as plain values. The path of a client's starts with `/v1/`; the query has no question mark and may be empty. */
export type Request = {
  /** One of the interface's four methods in a client; any method in a server. */
  method: string
  path: string
  query: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** A response as plain values. Header names are in lower case. */
export type Response = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Text that a server sends after the body while the response stays open. */
  stream?: Stream
  /** The body as a value, so that a client of the embedded service need not parse it. */
  value?: unknown
  /** The error behind a failed response, for a client of the embedded service; never sent over a socket. */
  cause?: unknown
}

/** Sends pieces of text until either side ends it; returns the cleanup to run when the client is gone. */
export type Stream = (client: { send: (text: string) => void; end: () => void }) => () => void

/** HTTP without sockets: resolves to the response, or rejects with a `TransportError` that has the outcome of the request. */
export type Transport = (request: Request) => Promise<Response>
