import type { CallOptions, Values } from '../../contract/api-calls.ts'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { keyHeader } from '../../contract/idempotency.ts'
import { preconditionHeader } from '../../contract/precondition/index.ts'
import { UsageError } from '../../errors.ts'
import { parseJson } from './json.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { toQuery } from './query.ts'
import { formatPath, matchRoute, methodOf, parametersOf } from './route.ts'

/**
 * Encodes a call as a request: the parameters of the route go into the path; the rest becomes the query of a GET, or else the JSON body.
 * Throws a UsageError for a query that is not well-formed text, and an InterfaceError for an id that no path can hold.
 */
export const encodeRequest = (row: Endpoint, values: Values, options: CallOptions = {}): OutgoingRequest => {
  const method = methodOf(row.route)
  // No route has more than one parameter.
  const [inPath = ''] = parametersOf(row.route)
  const { [inPath]: _, ...rest } = values
  const reads = method === 'GET'
  const body = reads || method === 'DELETE' ? undefined : JSON.stringify(rest)
  const { idempotencyKey, unchanged } = options
  return {
    method,
    path: formatPath(row.route, values),
    query: reads ? toQuery(rest) : '',
    headers: Object.assign(
      {},
      headersFor(body),
      idempotencyKey !== undefined && { [keyHeader]: idempotencyKey },
      unchanged !== undefined && { [preconditionHeader]: unchanged },
    ),
    body,
    repeatable: isRepeatable(method, row, values),
  }
}

/**
 * Turns the method and path typed after `testctl api` into a request. Its endpoint decides whether it is repeatable; with an unknown
 * endpoint, only a GET is. Throws a UsageError for another method or a path outside the interface.
 */
export const rawRequest = (typed: { method: string; path: string; body?: string | undefined }): OutgoingRequest => {
  const method = typed.method.toUpperCase()
  if (!['GET', 'PUT', 'POST', 'DELETE'].includes(method))
    throw new UsageError(`${JSON.stringify(typed.method)} is not a method of the interface`, {
      hint: 'the methods are GET, PUT, POST and DELETE',
    })
  const { path, query } = splitPath(typed.path)
  const row = matchRoute(method, path)?.row
  const repeatable = row ? isRepeatable(method, row, fieldsOf(typed.body)) : method === 'GET'
  return { method, path, query, headers: headersFor(typed.body), body: typed.body, repeatable }
}

const headersFor = (body: string | undefined): OutgoingRequest['headers'] =>
  body === undefined ? withoutBody : withBody

const withoutBody = { accept: 'application/json' }
const withBody = { ...withoutBody, 'content-type': 'application/json' }

// Not a PUT, which creates here (interface, convention 3), nor a POST that adds something or removes it, or has unknown fields.
const isRepeatable = (method: string, row: Endpoint, values: Values | undefined): boolean =>
  method === 'GET' ||
  method === 'DELETE' ||
  (method === 'POST' && values !== undefined && row.cumulative.every((name) => values[name] === undefined))

const fieldsOf = (body: string | undefined): Values | undefined => {
  const value = parseJson(body ?? '{}')
  return typeof value === 'object' && value !== null ? (value as Values) : undefined
}

const splitPath = (typed: string): { path: string; query: string } => {
  const [path = '', ...rest] = (typed.startsWith('/') ? typed : `/${typed}`).split('?')
  const bends = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  if (!path.startsWith('/v1/') || bends || /[\\#\p{C}]|%(2f|5c)/iu.test(path) || /[#\p{C}]/u.test(rest.join('?')))
    throw new UsageError(`${JSON.stringify(typed)} is not a path of the interface`, {
      hint: 'a path looks like /v1/projects or /v1/tests/ID?relations=case; testctl api --list names the operations',
    })
  return { path: encodeLoose(path), query: encodeLoose(rest.join('?')) }
}

// Typed by a person: existing escapes stay, missing ones are added.
const encodeLoose = (text: string): string =>
  encodeURI(text)
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')
    .replaceAll("'", '%27')
