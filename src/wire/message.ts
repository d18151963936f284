/** A request as plain values. The path starts with `/v1/`; the query has no question mark and may be empty. */
export type Request = {
  /** One of the interface's four methods where we send; whatever came where we receive. */
  method: string
  path: string
  query: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** A response as plain values. Header names are in lower case; `retry-after` and `content-type` are the ones we read. */
export type Response = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** What the body says, where the service runs in this very process: to write it as text and read it again is left out. */
  value?: unknown
  /** The error behind it, where the service runs in this very process: no socket ever carries it. */
  cause?: unknown
}

/** HTTP without sockets: it answers, or throws a `TransportError` that says what became of the request. */
export type Transport = (request: Request) => Promise<Response>

/** How large the body of a request may be, in bytes. */
export const bodyLimit = 1024 * 1024
