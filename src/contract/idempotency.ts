// A create that is sent twice with the same `Idempotency-Key` happens once: the second is answered as the first was. The
// interface leaves room for such a header; a service says with another one that it honours it.

/** The header of a PUT or a POST by which the service knows it again. */
export const keyHeader = 'idempotency-key'

/** What such a key looks like: visible ASCII, 255 characters at most. */
export const isIdempotencyKey = (text: string): boolean => /^[\x21-\x7e]{1,255}$/.test(text)

/** The header of every response that says for how many seconds the service knows a request again. */
export const lifetimeHeader = 'idempotency-key-max-age'

/** For how many seconds our own service does. */
export const keyLifetime = 86_400
