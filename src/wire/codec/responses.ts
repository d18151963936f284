import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { lifetimeHeader } from '../../contract/idempotency.ts'
import { AppliedError, type Details, ForeignAnswerError, InterfaceError, TestctlError } from '../../errors.ts'
import { withoutNulls } from './absent.ts'
import { denialOf } from './denial.ts'
import { lookFirst, outside, uncertainty } from './failures.ts'
import { fits } from './fits.ts'
import { describeIssues, joinIssues } from './issues.ts'
import { parseJson } from './json.ts'
import { isFulfilled, witnessOf } from './made.ts'
import { matchRoute } from './route.ts'
import { noteRounded } from '../../contract/case-texts.ts'
import { roundedIn } from '../../system/json/rounded.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'

/**
 * The value of a successful response, as the service sent it, without fields that are null instead of absent. Any 2xx is success.
 * A value that breaks the interface is an InterfaceError, unless testctl can do without it. DECISIONS 22
 */
export const readResponse = (exchange: { request: OutgoingRequest; response: Response; row: Endpoint }): unknown => {
  const { request, response, row } = exchange
  const value = readJsonOf(request, response)
  // A delete with success and no body was done as well.
  if (value === undefined) return { ok: true }
  // That of the embedded service is of the types of the contract: the compiler has checked it. DECISIONS 250
  if (response.value !== undefined) return value
  const problems = problemsOf(row, value)
  if (problems.length === 0) return value
  const issues = describeIssues(problems, value)
  const { status } = response
  const why = `the service answered outside its interface: ${joinIssues(issues)}`
  if (request.method === 'GET')
    throw new InterfaceError(why, {
      status,
      issues,
      hint: 'does that service speak this interface? -v shows the requests',
    })
  const denial = denialOf(request, response)
  if (denial) throw denial
  const witness = witnessOf(request, response, value)
  if (witness) throw applied(request, { witness, why }, { status, issues })
  throw uncertainty(request, why, { status })
}

/** What breaks the interface in an answer and testctl cannot do without. Removes fields that are null instead of absent. */
const problemsOf = (row: Endpoint, value: unknown): z.core.$ZodIssue[] => {
  if (fits(row.response, value)) return []
  const { error } = row.response.safeParse(value)
  const broken = error?.issues.filter(({ path }) => !path.some((part) => shownOnly.has(part))) ?? []
  return withoutNulls(broken, value)
}

/** The value of a successful response, of any shape; undefined for a delete without a body. DECISIONS 32 */
export const readJsonOf = (request: OutgoingRequest, response: Response): unknown => {
  if (response.value !== undefined) return response.value
  if (isOnlyAccepted(request, response))
    throw denialOf(request, response) ?? uncertainty(request, 'the service has only accepted it (202)', { status: 202 })
  if (request.method === 'DELETE' && response.body === '' && isFulfilled(response)) return undefined
  const value = parseJson(response.body)
  if (value === undefined) throw notJson(request, response)
  noteRounded(Array.from(roundedIn(response.body), Number))
  return value
}

/** Whether a change of the interface is answered with 202, and not with the item: it may be done later, or never. DECISIONS 435 */
const isOnlyAccepted = ({ method, path }: OutgoingRequest, { status, body }: Response): boolean => {
  if (method === 'GET' || status !== 202) return false
  const row = matchRoute(method, path)?.row
  return row !== undefined && (method === 'DELETE' || problemsOf(row, parseJson(body)).length > 0)
}

/** Whether a response is a success. DECISIONS 1 */
export const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300

/**
 * Whether a response says that the service, or something before it, failed after it may have done what was asked. A 503 of ours comes before
 * anything is done; any other may be that of a proxy that lost the answer, with Retry-After as well. DECISIONS 23
 */
export const mayHaveApplied = ({ status, headers, cause }: Response): boolean => {
  if (status < 500 || status === 501 || status === 505) return false
  return status !== 503 || !(cause instanceof TestctlError || lifetimeHeader in headers)
}

/** Whether a body is a page for people, such as a proxy's. */
export const isPage = ({ headers, body }: Response): boolean =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body)

// Fields that testctl only shows. A service that leaves one out, or sends it in another form, breaks
// the interface, but no command.
const shownOnly: ReadonlySet<PropertyKey> = new Set([
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'icon',
  'color',
  'preconditions',
  'steps',
  'assignedTo',
  'customFields',
  'requestId',
  'duration',
])

// An answer that is empty is whole; a page, or half an answer, may be that of a proxy.
const notJson = (request: OutgoingRequest, response: Response): TestctlError => {
  const { status } = response
  const isEmpty = response.body === ''
  const what = isPage(response)
    ? 'the answer was an HTML page, not JSON'
    : isEmpty
      ? 'the answer was empty'
      : 'the answer was not whole, or not JSON'
  if (request.method === 'GET') return new ForeignAnswerError(what, { status, hint: outside })
  return isEmpty && request.repeatable && isFulfilled(response)
    ? applied(request, { witness: 'the status', why: what }, { status })
    : uncertainty(request, what, { status, hint: outside })
}

/** The error for a change that was made, as its answer or the status says. DECISIONS 292 */
const applied = (
  request: OutgoingRequest,
  { witness, why }: { witness: string; why: string },
  details: Details,
): AppliedError =>
  new AppliedError(`the change was made, as ${witness} says, but ${why}`, { ...details, hint: lookFirst(request) })
