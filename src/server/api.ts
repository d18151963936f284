import type { FairLimit } from '../system/async/fair-limit.ts'
import { formatHolder, holderHeader } from '../contract/holder.ts'
import { refusalTo } from '../contract/roles.ts'
import type { Api } from '../contract/index.ts'
import type { KeyHolder } from '../service/auth/key-cache.ts'
import type { Match } from '../wire/codec/route.ts'
import { answerMatched, idempotencyKeyOf, replyToError } from '../wire/expose.ts'
import type { Response } from '../wire/message.ts'
import type { Authenticator, Identified } from './auth/index.ts'
import { type IncomingRequest, headOf, requestOf } from './http/request.ts'
import { refuse, withHeaders } from './http/response.ts'

/** Makes the API for the holder of a key and one request: with its Idempotency-Key and its id. */
export type ApiOf = (
  holder: KeyHolder,
  request: { idempotencyKey?: string | undefined; requestId?: string | undefined },
) => Api

type Interface = { apiOf: ApiOf; authenticator: Authenticator; fairLimit: FairLimit }

/**
 * Creates the handler of interface requests. It passes the caller's name to `tell` once it is known, and sends it in a header.
 * DECISIONS 187
 */
export const createInterface =
  ({ authenticator, ...rest }: Interface) =>
  async (incoming: IncomingRequest, match: Match, tell: (holder: string) => void): Promise<Response> => {
    let caller: Identified
    try {
      caller = await authenticator.byKey(incoming)
    } catch (error) {
      caller = { refused: replyToError(error) }
    }
    const { holder, refused } = caller
    if (refused) return refused.status === 503 ? withTime(refused) : refused
    tell(holder.name)
    const response = await answerTo(holder, { incoming, match }, rest)
    return withHeaders(response, { [holderHeader]: formatHolder(holder) })
  }

const answerTo = async (
  holder: KeyHolder,
  { incoming, match }: { incoming: IncomingRequest; match: Match },
  { apiOf, fairLimit }: Omit<Interface, 'authenticator'>,
): Promise<Response> => {
  const row = match?.row
  const forbidden = row && refusalTo(holder.role, row.route, holder.name)
  if (forbidden) return refuse(forbidden.status ?? 403, forbidden.message)
  const { 'content-type': type, 'if-match': tags = '*' } = incoming.headers
  // Nothing here has an entity tag, so the condition is false (RFC 9110, 13.1.1). DECISIONS 558
  if (row && !['GET', 'HEAD'].includes(incoming.method) && tags.trim() !== '*')
    return refuse(412, 'nothing here has an entity tag that If-Match could name: nothing was changed')
  // Bodies of the interface are JSON; a missing content type is accepted.
  if (type !== undefined && ['PUT', 'POST'].includes(incoming.method) && !isJson(type))
    return refuse(415, 'the content type must be application/json', { headers: { accept: 'application/json' } })
  // An unknown path and a method that changes nothing need no body.
  const request = row && !['GET', 'HEAD'].includes(incoming.method) ? await requestOf(incoming) : headOf(incoming)
  // Only the answer to a delete contains the request id.
  const requestId = incoming.method === 'DELETE' ? incoming.id : undefined
  const theirs = () => apiOf(holder, { idempotencyKey: idempotencyKeyOf(request), requestId })
  const ask = () => answerMatched(theirs, { match, request })
  const response = await ((request.body?.length ?? 0) > largeBody ? fairLimit(holder.name, ask) : ask())
  if (response.status === 405) return withMethods(incoming.method, response)
  return response.status === 503 ? withTime(response) : response
}

// A parsed body can take twenty times as much memory.
const largeBody = 65_536

/** Adds a Retry-After of one second: a store that is locked, full or restarting is soon available again. */
const withTime = (response: Response): Response => ({
  ...response,
  headers: { 'retry-after': '1', ...response.headers },
})

/** Whether a content type is JSON in UTF-8. Other parameters say nothing about the form of the body. DECISIONS 556 */
const isJson = (type: string): boolean => json.test(type) && !otherCharset.test(type)

const json = /^application\/([\w.+-]+\+)?json\s*(;|$)/i
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(;|$))/i

/** Adds HEAD and OPTIONS, which any HTTP server has, to the interface's methods: answers OPTIONS, and completes `Allow` on a 405. */
const withMethods = (method: string, response: Response): Response => {
  const allow = allowing(response.headers['allow']?.split(', ') ?? [])
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' }
  return { ...response, headers: { ...response.headers, allow } }
}

/** Returns the value of the `Allow` header for these methods; adds OPTIONS, and HEAD if there is GET. */
export const allowing = (methods: readonly string[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')
