import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { holderHeader } from '../../contract/holder.ts'
import { lifetimeHeader } from '../../contract/idempotency.ts'
import {
  AppliedError,
  type Details,
  ForeignAnswerError,
  InterfaceError,
  NotFoundError,
  PageRefusalError,
  RejectedError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
} from '../../errors.ts'
import { withoutNulls } from './absent.ts'
import { denialOf } from './denial.ts'
import { instead, lookFirst, nothingThere, outside, uncertainty, unexpectedAnswer } from './failures.ts'
import { fits } from './fits.ts'
import { describeIssues, joinIssues } from './issues.ts'
import { parseJson } from './json.ts'
import { noteRounded } from '../../contract/case-texts.ts'
import { roundedIn } from '../../system/json/rounded.ts'
import { readRefusal } from './refusal.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'

/**
 * The value of a successful response, as the service sent it, but for fields that are null in the place of absent. Any 2xx is success.
 * A value that breaks the interface is an InterfaceError, unless testctl can do without it. DECISIONS 22
 */
export const readResponse = (exchange: { request: OutgoingRequest; response: Response; row: Endpoint }): unknown => {
  const { request, response, row } = exchange
  const value = readJsonOf(request, response)
  // A delete with success and no body was done as well.
  if (value === undefined) return { ok: true }
  // That of the embedded service is of the types of the contract: the compiler has checked it. DECISIONS 250
  if (response.value !== undefined) return value
  if (fits(row.response, value)) return value
  const { error } = row.response.safeParse(value)
  const broken = error?.issues.filter(({ path }) => !path.some((part) => shownOnly.has(part))) ?? []
  const problems = withoutNulls(broken, value)
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
  throw denialOf(request, response) ?? applied(request, why, { status, issues })
}

/**
 * The value of a successful response, of any shape; undefined for a delete without a body.
 * DECISIONS 32
 */
export const readJsonOf = (request: OutgoingRequest, response: Response): unknown => {
  if (response.value === undefined && request.method === 'DELETE' && response.body === '') return undefined
  if (response.value !== undefined) return response.value
  const value = parseJson(response.body)
  if (value === undefined) throw notJson(request, response)
  noteRounded(Array.from(roundedIn(response.body), Number))
  return value
}

/**
 * The error for a response without success. Its message comes from its body, never from a page. With `isOwn` false the response is that
 * of another request, for which this one was not sent. DECISIONS 401
 */
export const errorOf = (request: OutgoingRequest, response: Response, { isOwn = true } = {}): TestctlError => {
  const { status } = response
  const { message, issues } = readRefusal(response, { isPage: isPage(response) })
  const asked = `${request.method} ${request.path}`
  if (status < 400) return redirected(response)
  const hint = status === 413 ? instead(request) : undefined
  const details = { status, cause: response.cause, hint: hint ?? hintOf(response) }
  const Refusal = isPage(response) ? PageRefusalError : UnauthorizedError
  if (status === 401) return new Refusal(blame('the service refused the key', response, message), details)
  if (status === 403) return new Refusal(blame('the key may not do this', response, message), details)
  // Neither says anything about what was asked for: a page is not of the service, which always has its list of projects. DECISIONS 182
  if (status === 404 && isPage(response))
    return new ForeignAnswerError(`a web page answered ${asked} (404), not the service`, {
      ...details,
      hint: wrongAddress,
    })
  if (request.path === '/v1/projects' && status === 404)
    return new InterfaceError(`there is no service below that address (404)`, { ...details, hint: wrongAddress })
  if (status === 404)
    return new NotFoundError(sentence(`the service has nothing at ${asked}`, response, message), details)
  if (status === 408 || status === 429)
    return new UnavailableError(blame('the service asks to try again later', response, message), details)
  if (status < 500)
    return new RejectedError(sentence(`the service refused ${asked}`, response, message), {
      ...details,
      hint: details.hint ?? (isOurs(response) ? undefined : afterRefusal(request)),
      issues,
    })
  const failed = blame('the service failed', response, message)
  if (isOwn && request.method !== 'GET' && mayHaveApplied(response)) return uncertainty(request, failed, details)
  return new UnavailableError(failed, details)
}

const wrongAddress = 'is TESTCTL_URL right, with its path? testctl config list --show-origin'

/** The message: ours with that of the service; the message of the embedded service alone. */
const blame = (what: string, { status, cause }: Response, message: string | undefined): string => {
  if (message === undefined || message === 'UNAUTHORIZED') return `${what} (${status})`
  return cause instanceof TestctlError ? message : `${what}: ${message} (${status})`
}

/** The message of our own service alone: it has been written to stand so. Another one may say no more than `Conflict`. DECISIONS 299 */
const sentence = (what: string, response: Response, message: string | undefined): string =>
  message !== undefined && isOurs(response) ? message : blame(what, response, message)

const isOurs = ({ headers, cause }: Response): boolean =>
  cause instanceof TestctlError || holderHeader in headers || lifetimeHeader in headers

const afterRefusal = ({ method }: OutgoingRequest): string =>
  method === 'GET'
    ? 'is TESTCTL_URL right? -v shows the requests'
    : '--dry-run shows what is sent: change what was refused'

/** Whether a response is a success. DECISIONS 1 */
export const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300

/**
 * Whether a response says that the service, or something before it, failed after it may have done what was asked. A 503 of ours,
 * or with Retry-After, comes before anything is done; any other may be that of a proxy that lost the answer. DECISIONS 23
 */
export const mayHaveApplied = ({ status, headers, cause }: Response): boolean => {
  if (status < 500 || status === 501 || status === 505) return false
  return status !== 503 || !(cause instanceof TestctlError || 'retry-after' in headers || lifetimeHeader in headers)
}

/** Whether a body is a page for people, such as a proxy's. */
export const isPage = ({ headers, body }: Response): boolean =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body)

// A page means a wrong address, except that of a proxy whose service is away. An error of the embedded service has its own
// hint. A body is never a hint.
const hintOf = (response: Response): string | undefined => {
  const { status, cause } = response
  if (cause instanceof TestctlError && cause.hint !== undefined) return cause.hint
  if (status === 408 || status === 429) return 'wait a while, then run it again'
  if (status >= 500) return unexpectedAnswer
  if (isPage(response)) return 'the answer was an HTML page, not JSON: is TESTCTL_URL right?'
  if (status === 403) return 'ask an owner of the service for a key that may, and store it: testctl auth login'
  if (status === 401) return 'which key is used, and how to replace it: testctl auth status'
  if (status !== 404) return undefined
  return nothingThere.test(response.body)
    ? 'the paths that there are: testctl api --list'
    : 'is the ID right? A list with --json shows the ids'
}

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
  return isEmpty && request.repeatable
    ? applied(request, what, { status })
    : uncertainty(request, what, { status, hint: outside })
}

/** The error for a change whose status says that it was made. DECISIONS 292 */
const applied = (request: OutgoingRequest, why: string, details: Details): AppliedError =>
  new AppliedError(`the change was made, as the status says, but ${why}`, { ...details, hint: lookFirst(request) })

const redirected = ({ status, headers }: Response): TestctlError => {
  const target = headers['location']?.slice(0, 300)
  return new ForeignAnswerError(
    target
      ? `the service redirects to ${target} (${status}); the key was not sent there`
      : `the service answered ${status}, which its interface does not have`,
    { status, hint: target ? 'if you trust that address, make it TESTCTL_URL' : undefined },
  )
}
