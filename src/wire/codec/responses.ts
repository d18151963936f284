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
import { isFulfilled, proofOfChange } from './made.ts'
import { matchRoute } from './route.ts'
import { noteRounded } from '../../contract/case-texts.ts'
import { roundedIn } from '../../system/json/rounded.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'

/**
 * Returns the value of a successful response as the service sent it, without optional fields that are null. Any 2xx is a success. Throws an
 * InterfaceError for a value that breaks the interface in a way that testctl cannot ignore; a change has its own errors. DECISIONS 22
 */
export const readResponse = (exchange: { request: OutgoingRequest; response: Response; row: Endpoint }): unknown => {
  const { request, response, row } = exchange
  const value = readJsonOf(request, response)
  // A delete with success and no body was done as well.
  if (value === undefined) return { ok: true }
  // The compiler has checked the types of the embedded service's value. DECISIONS 250
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
  const witness = proofOfChange(request, response, value)
  if (witness) throw applied(request, { witness, why }, { status, issues })
  throw uncertainty(request, why, { status })
}

/** Returns the problems of an answer that testctl cannot ignore. Removes optional fields that are null. */
const problemsOf = (row: Endpoint, value: unknown): z.core.$ZodIssue[] => {
  if (fits(row.response, value)) return []
  const { error } = row.response.safeParse(value)
  const broken = error?.issues.filter(({ path }) => !path.some((part) => shownOnly.has(part))) ?? []
  return withoutNulls(broken, value)
}

/** Returns the value of a successful response, of any shape; undefined for a delete without a body. DECISIONS 32 */
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

/** Whether a change of the interface is answered with 202 and without the item: it may be done later, or never. DECISIONS 435 */
const isOnlyAccepted = ({ method, path }: OutgoingRequest, { status, body }: Response): boolean => {
  if (method === 'GET' || status !== 202) return false
  const row = matchRoute(method, path)?.row
  return row !== undefined && (method === 'DELETE' || problemsOf(row, parseJson(body)).length > 0)
}

/** Whether a response is a success. DECISIONS 1 */
export const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300

/**
 * Whether a response means that the service, or a proxy in front of it, failed after the work may have been done. Our service sends a 503
 * before it does anything; any other 503 may be from a proxy that lost the answer, even with Retry-After. A 303 leads to a page about
 * what was done, or to one to sign in. DECISIONS 23, 559
 */
export const mayHaveApplied = ({ status, headers, cause }: Response): boolean => {
  if (status === 303) return true
  if (status < 500 || status === 501 || status === 505) return false
  return status !== 503 || !(cause instanceof TestctlError || lifetimeHeader in headers)
}

/** Whether a body is a web page for people, such as a proxy's. */
export const isPage = ({ headers, body }: Response): boolean =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body)

// Fields that testctl only shows. If a service leaves one out or sends it in another form, that breaks the interface, but no command.
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

// An empty answer is complete; a page, or half an answer, may be from a proxy.
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

/** Returns the error for a change that was made, as its answer or the status shows. DECISIONS 292 */
const applied = (
  request: OutgoingRequest,
  { witness, why }: { witness: string; why: string },
  details: Details,
): AppliedError =>
  new AppliedError(`the change was made, as ${witness} says, but ${why}`, { ...details, hint: lookFirst(request) })
