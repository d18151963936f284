import type { createPlaces } from '../system/async/places.ts'
import { formatHolder, holderHeader } from '../contract/holder.ts'
import { refusalTo } from '../contract/roles.ts'
import type { KeyHolder } from '../service/auth/key-cache.ts'
import type { Response, Transport } from '../wire/message.ts'
import { matchRoute } from '../wire/codec/route.ts'
import type { Authenticator } from './auth/index.ts'
import { type IncomingRequest, headOf, requestOf } from './http/request.ts'
import { refuse } from './http/response.ts'

type Places = ReturnType<typeof createPlaces>

/** Answers for the interface; `tell` hears who asks, once that is known. */
export const createInterface = ({
  api,
  admission,
  places,
}: {
  api: Transport
  admission: Authenticator
  places: Places
}): ((arrival: IncomingRequest, tell: (holder: string) => void) => Promise<Response>) => {
  const answerTo = async (holder: KeyHolder, arrival: IncomingRequest): Promise<Response> => {
    const { row } = matchRoute(arrival.method, arrival.path) ?? {}
    const forbidden = row && refusalTo(holder.role, row.route, holder.name)
    if (forbidden) return refuse(forbidden.status ?? 403, forbidden.message)
    const { 'content-type': type } = arrival.headers
    // Bodies of the interface are JSON; who doesn't say so is believed.
    if (type !== undefined && ['PUT', 'POST'].includes(arrival.method) && !json.test(type))
      return refuse(415, 'the content type must be application/json')
    // Where there is nothing, and nothing to be changed, no body is of any use.
    const request = row && arrival.method !== 'GET' ? await requestOf(arrival) : headOf(arrival)
    const ask = () => api(request.method === 'HEAD' ? { ...request, method: 'GET' } : request)
    const response = await ((request.body?.length ?? 0) > largeBody ? places(holder.name, ask) : ask())
    if (response.status === 405) return withMethods(arrival.method, response)
    return response.status === 503 ? withTime(response) : response
  }
  return async (arrival, tell) => {
    const { holder, refused } = await admission.byKey(arrival)
    if (refused) return refused
    tell(holder.name)
    const response = await answerTo(holder, arrival)
    return { ...response, headers: { ...response.headers, [holderHeader]: formatHolder(holder) } }
  }
}

// What is read from a body can take twenty times as much.
const largeBody = 65_536

/** When to come back: a store that is locked, full or restarted is soon there again. */
const withTime = (response: Response): Response => ({
  ...response,
  headers: { 'retry-after': '1', ...response.headers },
})

const json = /^application\/([\w.+-]+\+)?json\s*(;\s*charset="?utf-?8"?\s*)?$/i

/** The wire knows the interface's four methods; two more come with any server of HTTP. */
const withMethods = (method: string, response: Response): Response => {
  const allow = allowing(response.headers['allow']?.split(', ') ?? [])
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' }
  return { ...response, headers: { ...response.headers, allow } }
}

/** The value of the header `Allow` where these methods are possible. */
export const allowing = (methods: readonly string[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')
