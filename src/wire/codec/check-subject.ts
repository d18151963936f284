import type { Values } from '../../contract/api-calls.ts'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { areIdsAlike, isSameId, parseIdentifier } from '../../contract/identifiers.ts'
import { InterfaceError } from '../../errors.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { outside, uncertainty } from './failures.ts'
import { parametersOf } from './route.ts'

/** A call, and the subject of its answer: one resource, or the rows of a list. */
type Exchange = {
  request: OutgoingRequest
  row: Endpoint
  values: Values
  resource: Values | undefined
  rows: readonly Values[] | undefined
}

/**
 * Throws if an answer belongs to another request, as from a proxy or cache that mixes requests up, or shows that the service stored
 * something other than what was sent.
 */
export const checkSubject = ({ request, row, values, resource, rows = [] }: Exchange): void => {
  const [parameter = ''] = parametersOf(row.route)
  const asked = values[parameter]
  if (request.method === 'GET' && parameter === 'identifier') checkNumber(String(asked), resource)
  if (request.method === 'GET' && parameter !== 'identifier') checkOwner(parameter, String(asked), rows)
  if (request.method === 'POST') checkId(request, asked, resource)
  checkEchoes(row.echoes, values, resource)
}

/** Throws if a resource does not have the number of its identifier, so that no other is changed in its place. DECISIONS 434 */
const checkNumber = (identifier: string, resource: Values | undefined): void => {
  const number = parseIdentifier(identifier)?.displayId
  if (number === undefined || number === resource?.['displayId']) return
  const answered = JSON.stringify(resource?.['displayId'])
  throw new InterfaceError(`the service was asked for ${identifier} and answers number ${answered}`, { hint: outside })
}

/** Throws if the answer to an update is about another item: its outcome is unknown. DECISIONS 414 */
const checkId = (request: OutgoingRequest, asked: unknown, resource: Values | undefined): void => {
  if (isSameId(asked, resource?.['id'])) return
  throw uncertainty(request, `the answer is about another one, ${JSON.stringify(resource?.['id'])}`, { hint: outside })
}

/** Throws if the service answers with another value than was sent, such as another result, even with a success status. DECISIONS 414 */
const checkEchoes = (echoes: readonly string[], values: Values, resource: Values | undefined): void => {
  for (const name of echoes) {
    if (values[name] === undefined || values[name] === resource?.[name]) continue
    const [sent, stored] = [JSON.stringify(values[name]), JSON.stringify(resource?.[name])]
    throw new InterfaceError(`the service was sent the ${name} ${sent} and answers ${stored}`, {
      hint: 'check its current state; the service may not allow every change',
    })
  }
}

/**
 * Throws if a row of a list names another run or project than the requested one, in the field with the name of the route's parameter. A
 * service may name it in its own form, such as the project's identifier, if all rows agree. DECISIONS 429
 */
const checkOwner = (owner: string, asked: string, rows: readonly Values[]): void => {
  const named = rows.flatMap(({ [owner]: one }) => (typeof one === 'string' || typeof one === 'number' ? [one] : []))
  const other = named.find((one) => !isSameId(one, asked))
  if (other === undefined) return
  if (named.every((one) => isSameId(one, other)) && !areIdsAlike(String(other), asked)) return
  throw new InterfaceError(
    `asked for the list of ${JSON.stringify(asked)}, the service gave a row of ${JSON.stringify(other)}`,
    { hint: outside },
  )
}
