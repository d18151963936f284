// A create that is sent twice with the same `Idempotency-Key` is done once: the second gets the answer of the first. The
// interface allows for this header; a service announces with a second header that it honours it.

/** The request header by which the service recognises a repeated PUT or POST. */
export const keyHeader = 'idempotency-key'

/** Whether a text is a valid key: visible ASCII, 1 to 255 characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x21-\x7e]{1,255}$/.test(text)

/** The header of every response that says for how many seconds the service recognises a repeated request. */
export const lifetimeHeader = 'idempotency-key-max-age'

/** For how many seconds our own service recognises a repeated request. */
export const keyLifetime = 86_400
