import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { isSameId } from '../../contract/identifiers.ts'
import { fieldOf } from './json.ts'
import { matchRoute } from './route.ts'

/** Whether the status alone means that the change is done, unlike 202, which means that it is not done yet (RFC 9110, 15.3.3). */
export const isFulfilled = ({ status }: Response): boolean => status === 200 || status === 201 || status === 204

/**
 * Returns what proves that a change was made although the answer is outside the interface: the answer, if it has a word of success or holds
 * the item, bare or in another envelope; or the status 201 of a create (RFC 9110, 15.3.2). Undefined if nothing does. DECISIONS 435
 */
export const proofOfChange = (
  request: OutgoingRequest,
  { status }: Response,
  value: unknown,
): 'its answer' | 'the status' | undefined => {
  const { ok, success, error, errors } = Object(value) as Fields
  if (ok === true || success === true) return 'its answer'
  if (isTold(error) || isTold(errors)) return undefined
  const objects = objectsIn(value)
  if (isYes(value) || objects.some((one) => isItem(request, one))) return 'its answer'
  if (status === 200 && objects.some((one) => isOfPath(request, one)) && !objects.some(hasState)) return 'its answer'
  return request.method === 'PUT' && status === 201 ? 'the status' : undefined
}

const isTold = (error: unknown): boolean =>
  typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error)

const isYes = (value: unknown): boolean => {
  const { status, message, msg } = Object(value) as Fields
  return /^(ok|success)$/i.test(String(status ?? message ?? msg))
}

/** Whether an object has the id that an update or a delete was for. */
const isOfPath = ({ method, path }: OutgoingRequest, { id }: Fields): boolean => {
  const match = method === 'PUT' ? undefined : matchRoute(method, path)
  return match?.row !== undefined && Object.values(match.parameters).some((one) => isSameId(one, id))
}

/** Whether an object may describe a job, which has the id of the item that it works on, or a job's end. */
const hasState = (one: Fields): boolean =>
  Object.keys(one).some((name) => /^(status|state|job|task|queue|error)/i.test(name))

/**
 * Whether an object is the item: it has an id (that of the path, unless it is new), and a number or a field that a job does not have. A new
 * item's field must have the value that was sent.
 */
const isItem = (request: OutgoingRequest, item: Fields): boolean => {
  const { id, displayId } = item
  if (typeof id !== 'string' && typeof id !== 'number') return false
  const isNew = request.method === 'PUT'
  if (!isNew && !isOfPath(request, item)) return false
  const isOwn = (name: string): boolean => name in item && (!isNew || fieldOf(request.body, name) === item[name])
  return typeof displayId === 'number' || ['name', 'content', 'caseId'].some(isOwn)
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the objects of an answer: itself, and those in it, two levels deep. */
const objectsIn = (value: unknown, levels = 2): Fields[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = levels === 0 ? [] : Object.values(value).flatMap((one) => objectsIn(one, levels - 1))
  return [value as Fields, ...inner]
}
