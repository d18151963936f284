import { holderHeader } from '../../contract/holder.ts'
import { lifetimeHeader } from '../../contract/idempotency.ts'
import { preconditionHeader } from '../../contract/precondition/index.ts'
import {
  ChangedMeanwhileError,
  ForeignAnswerError,
  type Issue,
  InterfaceError,
  NotFoundError,
  PageRefusalError,
  RejectedError,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
} from '../../errors.ts'
import { instead, notFoundBody, outside, uncertainty, unexpectedAnswer } from './failures.ts'
import { readRefusal } from './refusal.ts'
import { matchRoute } from './route.ts'
import { isPage, mayHaveApplied } from './responses.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'

/**
 * Returns the error for an unsuccessful response. Its message comes from the body, unless that is a web page. `isOwn` is false if the
 * response belongs to another request, and this one was not sent because of it. DECISIONS 401
 */
export const errorOf = (request: OutgoingRequest, response: Response, { isOwn = true } = {}): TestctlError => {
  const { status } = response
  const { message, issues } = readRefusal(response, { isPage: isPage(response) })
  const asked = `${request.method} ${request.path}`
  if (status < 400) return redirected(request, response, { isOwn })
  const hint = status === 413 ? instead(request) : undefined
  const details = { status, cause: response.cause, hint: hint ?? hintOf(response) }
  const Refusal = isPage(response) ? PageRefusalError : UnauthorizedError
  if (status === 401) return new Refusal(blame('the service refused the key', response, message), details)
  if (status === 403) return new Refusal(blame('the key may not do this', response, message), details)
  // Neither 404 below says anything about the requested thing: the service sends no pages, and it always has its list of projects.
  // DECISIONS 182
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
  if (status === 413 && request.body && !isOurs(response)) return tooLarge(request, message, { ...details, issues })
  const isChanged = status === 412 && preconditionHeader in request.headers && isOurs(response)
  const Refused = isChanged ? ChangedMeanwhileError : RejectedError
  if (status < 500)
    return new Refused(sentence(`the service refused ${asked}`, response, message), {
      ...details,
      hint: details.hint ?? (isOurs(response) ? afterIssues(request, issues) : afterRefusal(request)),
      issues,
    })
  const failed = blame('the service failed', response, message)
  if (isOwn && request.method !== 'GET' && mayHaveApplied(response)) return uncertainty(request, failed, details)
  return new UnavailableError(failed, details)
}

/**
 * Returns the error for a body that is refused for its size, mostly by a proxy. Sending it again would not help, and the address is right.
 * DECISIONS 495
 */
const tooLarge = (
  { method, path, body = '' }: OutgoingRequest,
  message: string | undefined,
  details: TestctlError['details'],
): RejectedError => {
  const size = `${Math.ceil(Buffer.byteLength(body) / 1000)} kB`
  return new RejectedError(
    `${method} ${path} was refused, because it has ${size}${message ? `: ${message}` : ''} (413)`,
    {
      ...details,
      hint: 'a proxy in front of the service may have a lower limit (nginx: client_max_body_size)',
    },
  )
}

const wrongAddress = 'is TESTCTL_URL right, with its path? testctl config list --show-origin'

/** Returns testctl's wording with the service's message added; the embedded service's message stands alone. */
const blame = (what: string, { status, cause }: Response, message: string | undefined): string => {
  if (message === undefined || message === 'UNAUTHORIZED') return `${what} (${status})`
  return cause instanceof TestctlError ? message : `${what}: ${message} (${status})`
}

/** Returns the message of our own service alone, because it is worded for that; another one may say only `Conflict`. DECISIONS 299 */
const sentence = (what: string, response: Response, message: string | undefined): string =>
  message !== undefined && isOurs(response) ? message : blame(what, response, message)

/** Whether the response is from testctl's own service, embedded or on a server. */
export const isOurs = ({ headers, cause }: Response): boolean =>
  cause instanceof TestctlError || holderHeader in headers || lifetimeHeader in headers

/**
 * Returns a hint if an issue is about an id in the path: it was typed, or is another service's. The message explains issues of the body.
 */
const afterIssues = ({ method, path }: OutgoingRequest, issues: readonly Issue[] = []): string | undefined => {
  const match = matchRoute(method, path)
  return match?.row && issues.some((issue) => issue.path in match.parameters) ? rightId : undefined
}

const rightId = 'is the ID right? A list with --json shows the ids'

const afterRefusal = ({ method }: OutgoingRequest): string =>
  method === 'GET'
    ? 'is TESTCTL_URL right? -v shows the requests'
    : '--dry-run shows the request: change the refused part'

// A page means a wrong address, unless a proxy sends it because its service is down. An error of the embedded service has its own hint. A
// body is never used as a hint.
const hintOf = (response: Response): string | undefined => {
  const { status, cause } = response
  if (cause instanceof TestctlError && cause.hint !== undefined) return cause.hint
  if (status === 408 || status === 429) return 'wait a while, then run it again'
  if (status >= 500) return unexpectedAnswer
  if (isPage(response)) return 'the answer was an HTML page, not JSON: is TESTCTL_URL right?'
  if (status === 405 && isOurs(response)) return otherMethods(response)
  if (status === 403) return 'ask an owner of the service for a key that may, and store it: testctl auth login'
  if (status === 401) return 'which key is used, and how to replace it: testctl auth status'
  if (status !== 404) return undefined
  return notFoundBody.test(response.body) ? 'to list the paths: testctl api --list' : rightId
}

/** Returns the hint for a method that a path does not have: those that it has (RFC 9110, 15.5.6). */
const otherMethods = ({ headers }: Response): string => {
  const methods = (headers['allow'] ?? '').split(/[, ]+/).filter((one) => /^(DELETE|GET|POST|PUT)$/.test(one))
  return `${methods.length > 0 ? `it takes ${methods.join(' or ')}; ` : ''}to list the paths: testctl api --list`
}

const redirected = (request: OutgoingRequest, response: Response, { isOwn }: { isOwn: boolean }): TestctlError => {
  const { status, headers } = response
  const target = headers['location']?.slice(0, 300)
  const address = addressIn(target, request.path)
  const message = target
    ? `the service redirects to ${target} (${status}); the key was not sent there`
    : `the service answered ${status}, which its interface does not have`
  const hint = address === undefined ? outside : `if you trust that address: TESTCTL_URL=${address}`
  return isOwn && request.method !== 'GET' && mayHaveApplied(response)
    ? uncertainty(request, message, { status, hint })
    : new ForeignAnswerError(message, { status, hint })
}

/**
 * Returns the address of the service to which a request for a path is redirected; undefined if the target is something else, such as a
 * page to sign in. A shell would read no part of it in another way.
 */
const addressIn = (target = '', path: string): string | undefined => {
  const url = target.replace(/\?.*$/s, '')
  if (!/^https?:\/\/[\w.:[\]/~-]+$/i.test(url)) return undefined
  if (url.endsWith(path)) return url.slice(0, -path.length)
  return /^[^/]*\/\/[^/]+\/?$/.test(url) ? url.replace(/\/$/, '') : undefined
}
