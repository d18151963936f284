import { type Noun, resources } from '../../contract/vocabulary.ts'
import { InterfaceError, TestctlError, UnavailableError, UnconfirmedError, UnknownOutcomeError } from '../../errors.ts'
import { fieldOf } from './json.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { TransportError } from '../request-outcome.ts'
import { matchRoute } from './route.ts'

/**
 * Returns the error to throw for a request without a complete answer (PROMISES, "Requests"), by whether it may have been applied. Returns
 * the reason of an abort (Ctrl-C) unchanged if nothing can have been changed, and any error that is not a TransportError.
 */
export const errorFor = (error: unknown, request: OutgoingRequest): unknown => {
  if (!(error instanceof TransportError)) return error
  const { message, hint, outcome, code, cause } = error
  if (cause instanceof TestctlError)
    return request.method === 'GET' || outcome === 'not applied'
      ? cause
      : uncertainty(request, message, { cause, hint: lookFirst(request) })
  const read = request.method === 'GET'
  const isOutside = outsideInterface.includes(code)
  if (read || (request.repeatable && outcome === 'not applied'))
    return isOutside
      ? new InterfaceError(message, { hint: hint ?? outside, cause: error })
      : new UnavailableError(message, { hint: hint ?? unexpectedAnswer, cause: error })
  if (outcome === 'not applied')
    return new UnavailableError(`${message}; nothing was changed`, { hint: hint ?? unexpectedAnswer, cause: error })
  return uncertainty(request, message, { cause: error, hint: hint ?? (isOutside ? outside : undefined) })
}

type Circumstances = { status?: number; cause?: unknown; hint?: string | undefined }

/**
 * Returns the error for a change that the service may have made: no answer came, or a proxy may have sent it. A repeatable request is safe
 * to run again; the outcome of any other is unknown. DECISIONS 291, 307
 */
export const uncertainty = (request: OutgoingRequest, why: string, details: Circumstances): TestctlError =>
  request.repeatable
    ? new UnconfirmedError(sentence(request, why), { ...details, hint: again(request, details.hint) })
    : unknownOutcome(request, why, details)

/** Returns the error for a request that was sent and whose outcome is unknown; its hint says how to find out. */
const unknownOutcome = (request: OutgoingRequest, why: string, details: Circumstances): UnknownOutcomeError =>
  new UnknownOutcomeError(sentence(request, why), { ...details, hint: lookFirst(request) })

/** Returns a hint with the command that shows the effect of a change; undefined for a request outside the interface. */
export const lookFirst = (request: OutgoingRequest): string | undefined => {
  const match = matchRoute(request.method, request.path)
  return match?.row && `look first: ${lookUp[match.noun as Noun](match.parameters)}`
}

/** The hint for a failure that may be temporary. */
export const unexpectedAnswer = 'run it again, with -v to see each attempt'

/** The hint for an answer that does not follow the interface. */
export const outside = 'is TESTCTL_URL right? -v shows the requests'

const again = ({ method }: OutgoingRequest, hint: string | undefined = unexpectedAnswer): string =>
  method === 'DELETE' && hint === unexpectedAnswer ? 'run it again: if it is not found then, it was deleted' : hint

/** Returns a hint for an answer that is too large because of its `relations`: lists come in pages. Undefined if it has no relations. */
export const instead = ({ path, query }: OutgoingRequest): string | undefined => {
  const relations = new URLSearchParams(query).get('relations')?.split(',') ?? []
  const run = /^\/v1\/test-runs\/test-run\/([\w-]+)$/.exec(path)?.[1] ?? 'RUN'
  const lists: Readonly<Record<string, string>> = {
    tests: `testctl tests list ${run}`,
    cases: 'testctl cases list -p PROJ',
    milestones: 'testctl milestones list -p PROJ',
    test_runs: 'testctl runs list -p PROJ',
  }
  const lines = relations.flatMap((name) => lists[name] ?? [])
  return lines.length > 0 ? `leave out the relations, and list them separately: ${lines.join(', ')}` : undefined
}

// The codes of TransportErrors for answers that break the interface.
const outsideInterface = ['TOO_LARGE', 'NOT_HTTP', 'ENCODED']

const sentence = ({ method, path, body }: OutgoingRequest, why: string): string => {
  const match = matchRoute(method, path)
  const what = match?.row
    ? `the ${resources[match.noun as Noun].label}${match.verb === 'create' ? nameIn(body) : ''} may or may not have been ${match.verb}d`
    : 'it may or may not have been done'
  return `${method} ${path} was sent, but ${why}: ${what}`
}

const nameIn = (body: string | undefined): string => {
  const name = fieldOf(body, 'name')
  return typeof name === 'string' ? ` ${JSON.stringify(name.slice(0, 100))}` : ''
}

const lookUp: Readonly<Record<Noun, (parameters: Record<string, string>) => string>> = {
  projects: () => 'testctl projects list',
  cases: ({ projectId }) => `testctl cases list -p ${typed(projectId, 'PROJ')}`,
  runs: ({ projectId, testRunId }) =>
    testRunId ? `testctl tests list ${typed(testRunId, 'RUN')}` : `testctl runs list -p ${typed(projectId, 'PROJ')}`,
  tests: ({ testRunId }) => `testctl tests list ${typed(testRunId, 'RUN')}`,
  milestones: ({ projectId }) => `testctl milestones list -p ${typed(projectId, 'PROJ')}`,
  comments: () => 'testctl comments list CASE-OR-TEST',
}

// Uses only an id that can be pasted into a shell as it is.
const typed = (id: string | undefined, otherwise: string): string =>
  id !== undefined && /^\w[\w-]*$/.test(id) ? id : otherwise

/** Matches the body that a server of testctl sends for a path outside the interface. */
export const notFoundBody = /^\s*\{\s*"message"\s*:\s*"there is nothing at /
