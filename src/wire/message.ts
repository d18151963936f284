/** A request as plain values. The path starts with `/v1/`; the query has no question mark and may be empty. */
export type Request = {
  /** One of the interface's four methods in a client; any method in a server. */
  method: string
  path: string
  query: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** A response as plain values. Header names are in lower case; `retry-after`, `date` and `content-type` are the ones we read. */
export type Response = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** The text that follows the body for as long as the answer goes on; only a server sends one. */
  stream?: Stream
  /** The parsed body of the embedded service: it need not be written as text and read again. */
  value?: unknown
  /** The error of the embedded service: no socket ever carries it. */
  cause?: unknown
}

/** Sends pieces of text until either side ends it; returns what to do once the client is gone. */
export type Stream = (client: { send: (text: string) => void; end: () => void }) => () => void

/** HTTP without sockets: it answers, or throws a `TransportError` with the outcome of the request. */
export type Transport = (request: Request) => Promise<Response>
