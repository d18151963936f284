import { createApi, type Values } from '../contract/api-calls.ts'
import { areIdsAlike, isSameId, parseIdentifier } from '../contract/identifiers.ts'
import type { Api } from '../contract/index.ts'
import { trustTotal } from '../contract/pages/total.ts'
import { resources } from '../contract/vocabulary.ts'
import { errorFor, outside, uncertainty } from './codec/failures.ts'
import type { Response } from './message.ts'
import type { OutgoingRequest, Sender } from './outgoing.ts'
import { encodeRequest } from './codec/requests.ts'
import { errorOf, isOurs } from './codec/error-of.ts'
import { isSuccess, readResponse } from './codec/responses.ts'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { InterfaceError } from '../errors.ts'

/** The API at the other end of a wire. `expose` is the way back. */
export const connect = (transport: Sender): Api =>
  createApi((noun, _verb, row) => async (values, options) => {
    const request = encodeRequest(row, values, options)
    const response = await send(transport, request)
    const answer = readResponse({ request, response, row }) as Values
    const { one, many } = resources[noun]
    const resource = answer[one] as Values | undefined
    checkEcho(request, { row, values, resource })
    checkOwner({ row, values, rows: answer[many] as readonly Values[] | undefined })
    if (isOurs(response))
      for (const counted of [answer['pagination'], resource?.['results']])
        if (Object(counted) === counted) trustTotal(counted as object)
    return answer
  })

/**
 * Sends one request. Throws a typed error for every response without success, which `onRefusal` gets before, and for a missing
 * response.
 */
export const send = async (
  transport: Sender,
  request: OutgoingRequest,
  onRefusal?: (response: Response) => Promise<void>,
): Promise<Response> => {
  const response = await transport(request).catch((error: unknown) => {
    throw errorFor(error, request)
  })
  if (isSuccess(response)) return response
  await onRefusal?.(response)
  throw errorOf(request, response)
}

/**
 * Compares an answer with its request. An answer about another item is that to another request, as a proxy or a cache that mixes requests
 * up gives it: what was asked for by its identifier was not found, so that no other is changed in its place, and what became of an
 * update is unknown. The fields that the endpoint `echoes` must come back as they were sent: a result that the service changed is not
 * the one that was reported, even with a status of success. DECISIONS 414, 434
 */
const checkEcho = (request: OutgoingRequest, { row, values, resource }: Exchange): void => {
  const [, method, name = ''] = oneItem.exec(row.route) ?? []
  const asked = values[name]
  const number = method === 'GET' ? parseIdentifier(String(asked))?.displayId : undefined
  if (number !== undefined && number !== resource?.['displayId']) {
    const answered = JSON.stringify(resource?.['displayId'])
    throw new InterfaceError(`the service was asked for ${String(asked)} and answers number ${answered}`, {
      hint: outside,
    })
  }
  if (method === 'POST' && !isSameId(asked, resource?.['id']))
    throw uncertainty(request, `the answer is about another one, ${JSON.stringify(resource?.['id'])}`, {
      hint: outside,
    })
  for (const name of row.echoes) {
    if (values[name] === undefined || values[name] === resource?.[name]) continue
    const [sent, stored] = [JSON.stringify(values[name]), JSON.stringify(resource?.[name])]
    throw new InterfaceError(`the service was sent the ${name} ${sent} and answers ${stored}`, {
      hint: 'check its current state; the service may not allow every change',
    })
  }
}

/**
 * Refuses a list with a row that says to be of another run, or project, than the one that was asked for: it is the answer to another
 * request. A service may name all of them in its own way, such as by the identifier of the project. DECISIONS 429
 */
const checkOwner = ({ row, values, rows = [] }: Listed): void => {
  const owner = listed.exec(row.route)?.[1]
  if (owner === undefined) return
  const asked = String(values[owner])
  const named = rows.flatMap(({ [owner]: one }) => (typeof one === 'string' || typeof one === 'number' ? [one] : []))
  const other = named.find((one) => !isSameId(one, asked))
  if (other === undefined) return
  if (named.every((one) => isSameId(one, other)) && !areIdsAlike(String(other), asked)) return
  throw new InterfaceError(
    `asked for the list of ${JSON.stringify(asked)}, the service gave a row of ${JSON.stringify(other)}`,
    { hint: outside },
  )
}

type Exchange = { row: Endpoint; values: Values; resource: Values | undefined }
type Listed = { row: Endpoint; values: Values; rows: readonly Values[] | undefined }

/** What a read or an update is about: its parameter is an `identifier` or an id. */
const oneItem = /^(GET|POST) .*:(\w+)$/

/** The parameter that names what a list is of. */
const listed = /^GET .*:(projectId|testRunId)$/
