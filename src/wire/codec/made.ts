import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { fieldOf } from './json.ts'
import { matchRoute } from './route.ts'

/** Whether a status says by itself that what was asked for is done: other than 202, which says that it is not yet (RFC 9110, 15.3.3). */
export const isFulfilled = ({ status }: Response): boolean => status === 200 || status === 201 || status === 204

/**
 * Whether an answer outside of the interface says that a change was made: with `ok` or `success`, or because it holds the item, bare or in
 * another envelope. DECISIONS 435
 */
export const saysMade = (request: OutgoingRequest, value: unknown): boolean =>
  isYes(value) || objectsIn(value).some((one) => isItem(request, one))

const isYes = (value: unknown): boolean => {
  const { ok, success } = Object(value) as Fields
  return ok === true || success === true
}

/** The item has an id, that of the path where it is not new, and a number or a field that tells it from a job: of a new one, as it was sent. */
const isItem = ({ method, path, body }: OutgoingRequest, item: Fields): boolean => {
  const { id, displayId } = item
  if (typeof id !== 'string' && typeof id !== 'number') return false
  const match = method === 'PUT' ? undefined : matchRoute(method, path)
  if (match?.row && !Object.values(match.parameters).includes(String(id))) return false
  const isOwn = (name: string): boolean => name in item && (match !== undefined || fieldOf(body, name) === item[name])
  return typeof displayId === 'number' || ['name', 'content', 'caseId'].some(isOwn)
}

type Fields = Readonly<Record<string, unknown>>

/** The objects of an answer: itself, and those in it, two levels deep. */
const objectsIn = (value: unknown, levels = 2): Fields[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = levels === 0 ? [] : Object.values(value).flatMap((one) => objectsIn(one, levels - 1))
  return [value as Fields, ...inner]
}
