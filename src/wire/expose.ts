import { setImmediate as nextTurn } from 'node:timers/promises'
import { apiCallOf, type Values } from '../contract/api-calls.ts'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { isIdempotencyKey, keyHeader, keyLifetime, lifetimeHeader } from '../contract/idempotency.ts'
import type { Api } from '../contract/index.ts'
import { preconditionHeader } from '../contract/precondition/index.ts'
import { type Issue, NotFoundError, RejectedError, UnauthorizedError, UnavailableError } from '../errors.ts'
import { findRounded } from '../system/json/rounded.ts'
import { bodyLimit, checkExtent } from './body-limits.ts'
import { describeIssues, joinIssues } from './codec/issues.ts'
import { checkJson, findKeyTwice, hasHugeInteger, parseJson } from './codec/json.ts'
import { checkJsonSize, measureJson } from './codec/json-size.ts'
import { type Request, type Response, type Transport } from './message.ts'
import { fromQuery } from './codec/query.ts'
import { type Match, matchRoute, methodOf } from './codec/route.ts'

/**
 * Authenticates a caller: returns the API for a key, or undefined for an invalid key. That API carries out a request with an
 * `idempotencyKey` once, however often it is sent.
 */
export type Door = (
  apiKey: string,
  request: { idempotencyKey: string | undefined },
) => Api | undefined | Promise<Api | undefined>

/**
 * Creates a transport that answers requests from an API. `connect` does the reverse.
 * The key is checked first; then the request is validated against the contract, so that the API gets valid requests only. `onFault` gets
 * unexpected exceptions; the client gets 500 and no details.
 */
export const expose =
  (door: Door, { onFault }: { onFault?: (error: unknown) => void } = {}): Transport =>
  async (request) => {
    try {
      const key = request.headers['x-api-key']
      const api = key ? await door(key, { idempotencyKey: idempotencyKeyOf(request) }) : undefined
      if (!api) return reply(401, { message: 'UNAUTHORIZED' })
      return await answer(api, { match: matchRoute(request.method, request.path), request, reply: replyLate })
    } catch (error) {
      return replyToError(error, onFault)
    }
  }

/** Answers a request that is already authenticated and routed. */
export const answerMatched = async (
  apiOf: () => Api,
  { match, request }: { match: Match; request: Request },
): Promise<Response> => {
  try {
    return await answer(apiOf(), { match, request, reply })
  } catch (error) {
    return replyToError(error)
  }
}

/** Returns the answer to a request that failed. An unexpected error goes to `onFault`, not to the client. */
export const replyToError = (error: unknown, onFault?: (error: unknown) => void): Response => {
  const known = replyTo(error)
  if (!known) onFault?.(error)
  return { ...(known ?? reply(500, { message: 'INTERNAL' })), cause: error }
}

/** Returns the Idempotency-Key of a create or a change. Other methods need none, because they can simply be repeated. */
export const idempotencyKeyOf = ({ method, headers }: Request): string | undefined =>
  method === 'PUT' || method === 'POST' ? headers[keyHeader] : undefined

// Every success is 200, also that of a create. DECISIONS 1
const answer = async (
  api: Api,
  { match, request, reply }: { match: Match; request: Request; reply: Reply },
): Promise<Response> => {
  if (!match) return reply(404, { message: `there is nothing at ${request.path.slice(0, 200)}` })
  if (!match.row)
    return reply(405, { message: `${request.method} is not possible here` }, { allow: match.allow.join(', ') })
  const idempotencyKey = idempotencyKeyOf(request)
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    throw new RejectedError('an Idempotency-Key must have 1 to 255 visible ASCII characters', { status: 400 })
  const { row, parameters } = match
  const given = methodOf(row.route) === 'GET' ? readQuery(row, request.query) : await readChange(row, request)
  const values = valuesOf(row, parameters, given)
  const unchanged = request.headers[preconditionHeader]
  const options = unchanged === undefined ? undefined : { unchanged }
  // The noun and verb come from the contract, and the values passed this row's schema.
  return reply(200, await apiCallOf(api, match.noun, match.verb)(values, options))
}

/** Combines the values in a request's path with the others, and validates them against the contract. */
const valuesOf = (row: Endpoint, parameters: Record<string, string>, given: Record<string, unknown>): Values => {
  const twice = Object.keys(given).filter((name) => Object.hasOwn(parameters, name))
  if (twice.length > 0) throw invalid(twice.map((path) => ({ path, message: 'belongs into the path' })))
  const values = Object.assign(given, parameters)
  const { data, error } = row.request.safeParse(values)
  if (error) throw invalid(describeIssues(error.issues, values))
  return data as Values
}

const readChange = (row: Endpoint, { query, body }: Request): Promise<Record<string, unknown>> => {
  refuseQuery(query)
  return readBody(row, body?.startsWith(byteOrderMark) ? body.slice(1) : body)
}

// PowerShell and Notepad begin files with it, and RFC 8259 (8.1) lets a parser ignore it. DECISIONS 471
const byteOrderMark = '\ufeff'

const readQuery = (row: Endpoint, query: string): Record<string, unknown> => {
  if (query === '') return {}
  const { values, issues } = fromQuery(query, row.request.shape)
  const all = [...issues, ...checkJson(values)]
  if (all.length > 0) throw invalid(all)
  return values
}

/** Refuses a query on a change, whose fields belong in the body: otherwise `?dryRun=true` would be ignored. DECISIONS 293 */
const refuseQuery = (query: string): void => {
  const { values, issues } = fromQuery(query, {})
  for (const path of Object.keys(values)) issues.push({ path, message: 'is not known' })
  if (issues.length > 0) throw invalid(issues)
}

const readBody = async (row: Endpoint, body: string | undefined): Promise<Record<string, unknown>> => {
  if (body === undefined || body === '') return {}
  if (Buffer.byteLength(body) > bodyLimit)
    throw new RejectedError(`the body is larger than ${bodyLimit} bytes`, { status: 413 })
  const size = measureJson(body)
  const excess = checkJsonSize(size)
  if (excess.length > 0) throw invalid(excess)
  const value = parseJson(body)
  if (value === undefined) throw new RejectedError('the body is not JSON', { status: 400 })
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RejectedError('the body must be a JSON object', { status: 400 })
  if (body.length > longBody) await nextTurn()
  // Checks sizes first, before the schema validates every part.
  const extent = checkExtent(value as Record<string, unknown>, row.request.shape)
  const issues = extent.length > 0 ? extent : checkJson(value)
  if (issues.length > 0) throw invalid(issues)
  if (body.length > longBody) await nextTurn()
  // Of a key that is given twice, the intended value is unknown.
  const twice = findKeyTwice(body, value, size)
  if (twice !== undefined) throw invalid([{ path: twice.slice(0, 200), message: 'is given twice' }])
  // Searches the text only if a value may have been rounded. DECISIONS 32
  const rounded = hasHugeInteger(value) ? findRounded(body) : undefined
  if (rounded !== undefined)
    throw invalid([{ path: '', message: `the number ${rounded.slice(0, 200)} would be rounded: send it as text` }])
  return value as Record<string, unknown>
}

// In characters. Between the steps of reading a longer body, other requests get a turn. DECISIONS 254
const longBody = 64 * 1024

const invalid = (issues: Issue[]): RejectedError =>
  new RejectedError(joinIssues(issues.map(inWords)), { status: 400, issues })

/** Rewords an issue for people: they typed a step or an id, and do not know the request's lists. DECISIONS 251 */
const inWords = ({ path, message }: Issue): Issue => {
  if (/Ids?(\[\d+\])?$/.test(path) && message.startsWith('"')) return { path: '', message }
  const [, at, part] = /^steps\[(\d+)\]\.(action|expectation)$/.exec(path) ?? []
  return { path: part === undefined ? path : `the ${part} of step ${Number(at) + 1}`, message }
}

// Each kind of error has its status. DECISIONS 11
const replyTo = (error: unknown): Response | undefined => {
  if (error instanceof NotFoundError) return reply(404, { message: error.message })
  if (error instanceof UnauthorizedError) return reply(error.status ?? 401, { message: error.message })
  if (error instanceof UnavailableError) return reply(error.status ?? 503, { message: error.message })
  if (error instanceof RejectedError)
    return reply(error.status ?? 400, { message: error.message, ...(error.issues && { issues: error.issues }) })
  return undefined
}

type Reply = (status: number, value: unknown, headers?: Record<string, string>) => Response

const reply: Reply = (status, value, headers) => ({
  status,
  headers: headersWith(headers),
  value,
  body: JSON.stringify(value),
})

/** Serializes the body only if it is read: the embedded service hands over the value. */
const replyLate: Reply = (status, value, headers) => {
  let text: string | undefined
  return {
    status,
    headers: headersWith(headers),
    value,
    get body() {
      return (text ??= JSON.stringify(value))
    },
  }
}

const headersWith = (headers?: Record<string, string>): Record<string, string> =>
  headers ? Object.assign({}, usualHeaders, headers) : usualHeaders

const usualHeaders = { 'content-type': 'application/json', [lifetimeHeader]: String(keyLifetime) }
