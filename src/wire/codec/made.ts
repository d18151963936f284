import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { isSameId } from '../../contract/identifiers.ts'
import { fieldOf } from './json.ts'
import { matchRoute } from './route.ts'

/** Whether a status says by itself that what was asked for is done: other than 202, which says that it is not yet (RFC 9110, 15.3.3). */
export const isFulfilled = ({ status }: Response): boolean => status === 200 || status === 201 || status === 204

/**
 * What says that a change was made where the answer is outside of the interface: the answer, with a word of success or because it holds the
 * item, bare or in another envelope; or the status 201 of a create (RFC 9110, 15.3.2). Undefined where nothing does. DECISIONS 435
 */
export const witnessOf = (
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

/** Whether an object may be a job, which has the id of what it works on, or the end of one. */
const hasState = (one: Fields): boolean =>
  Object.keys(one).some((name) => /^(status|state|job|task|queue|error)/i.test(name))

/** The item has an id, that of the path where it is not new, and a number or a field that tells it from a job: of a new one, as it was sent. */
const isItem = (request: OutgoingRequest, item: Fields): boolean => {
  const { id, displayId } = item
  if (typeof id !== 'string' && typeof id !== 'number') return false
  const isNew = request.method === 'PUT'
  if (!isNew && !isOfPath(request, item)) return false
  const isOwn = (name: string): boolean => name in item && (!isNew || fieldOf(request.body, name) === item[name])
  return typeof displayId === 'number' || ['name', 'content', 'caseId'].some(isOwn)
}

type Fields = Readonly<Record<string, unknown>>

/** The objects of an answer: itself, and those in it, two levels deep. */
const objectsIn = (value: unknown, levels = 2): Fields[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = levels === 0 ? [] : Object.values(value).flatMap((one) => objectsIn(one, levels - 1))
  return [value as Fields, ...inner]
}
