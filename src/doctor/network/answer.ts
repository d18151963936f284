import { contract } from '../../contract/index.ts'
import { InterfaceError, TestctlError, UnauthorizedError } from '../../errors.ts'
import { send } from '../../wire/connect.ts'
import type { Response } from '../../wire/message.ts'
import { counted } from '../../output/text/count.ts'
import { TransportError } from '../../wire/request-outcome.ts'
import type { Sender } from '../../wire/outgoing.ts'
import { encodeRequest } from '../../wire/codec/requests.ts'
import { errorOf } from '../../wire/codec/error-of.ts'
import { parseJson } from '../../wire/codec/json.ts'
import { isPage, isSuccess, readResponse } from '../../wire/codec/responses.ts'
import { fail, failureOf, type Finding, ok, skip, warn } from '../finding.ts'
import { formatTook } from './connection.ts'

/** An answer of the service, and its time by this machine's clock. */
export type ServiceAnswer = { response: Response; at: Date }

/** The smallest request to a service: a page of one project. */
const request = encodeRequest(contract.projects.list, { limit: 1 })

/**
 * Measures how fast the service answers: the first time, which includes connecting, and the median of the later ones. Retries if a
 * connection breaks, as for every read, and warns about it. DECISIONS 309
 */
export const checkAnswer = async (given: {
  transport: Sender
  now: () => Date
  signal: AbortSignal
}): Promise<Finding<ServiceAnswer>> => {
  const { transport, now, signal } = given
  const times: number[] = []
  let answer: ServiceAnswer | undefined
  let broken = 0
  for (let time = 0; time < repetitions && !signal.aborted; time++) {
    const { response, took, failures } = await insist(transport, signal)
    times.push(took)
    broken += failures
    answer ??= { response, at: now() }
    const problem = isAnswer(response) ? undefined : problemOf(response)
    if (problem) return failureOf(problem)
  }
  const [first = 0, ...others] = times
  const median = [...others].sort((one, other) => one - other)[Math.floor(others.length / 2)]
  const once = `${answer?.response.status} in ${formatTook(first)}`
  const message = median === undefined ? once : `${once}, then in ${formatTook(median)}`
  if (broken === 0) return ok(message, answer)
  return warn(
    `${message}; ${counted(broken, 'connection')} closed without notice, and opened again`,
    'the service or a proxy should send "connection: close" before it closes one: a create may end with 9',
    answer,
  )
}

/** Checks that the answer comes from a service of this interface. */
export const checkInterface = ({ response }: ServiceAnswer): Finding => {
  if (!isSuccess(response)) {
    const { message } = Object(parseJson(response.body)) as { message?: unknown }
    if (typeof message === 'string') return ok('a refusal as the interface has it')
    return warn(
      'the refusal does not have the form of the interface',
      'check TESTCTL_URL; an accepted key would show more',
    )
  }
  readResponse({ request, response, row: contract.projects.list })
  return ok('the answer is a list of projects')
}

/** Whether the service accepts the key. */
export const checkAccess = ({ response }: ServiceAnswer, { hasKey }: { hasKey: boolean }): Finding => {
  if (!hasKey) return skip('there is no key')
  if (isSuccess(response)) return ok('the key is accepted')
  const { message } = errorOf(request, response)
  return fail(
    UnauthorizedError,
    message,
    'the settings of the service show the keys that it accepts; to store another: testctl auth login',
  )
}

/** Compares this machine's clock with the service's, in whole seconds. */
export const checkClock = ({ response, at }: ServiceAnswer): Finding => {
  const told = new Date(response.headers['date'] ?? '')
  if (Number.isNaN(told.getTime())) return skip('the service does not send its time')
  const seconds = Math.round((at.getTime() - told.getTime()) / 1000)
  if (Math.abs(seconds) <= tolerable) return ok(`in sync with the service, within ${Math.max(1, Math.abs(seconds))} s`)
  return warn(
    `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service`,
    'set the clock: certificates and dates depend on it',
  )
}

type Exchange = { response: Response; took: number; failures: number }

/** Sends the request, which is a read, and repeats it if a connection breaks, at most `mostFailures` times. */
const insist = async (transport: Sender, signal: AbortSignal): Promise<Exchange> => {
  for (let failures = 0; ; failures++) {
    const begun = performance.now()
    try {
      return { response: await exchange(transport, signal), took: performance.now() - begun, failures }
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof TransportError && cause.transient) || failures === mostFailures || signal.aborted)
        throw error
    }
  }
}

const exchange = async (transport: Sender, signal: AbortSignal): Promise<Response> => {
  let seen: Response | undefined
  const watched: Sender = async (asked) => (seen = await transport({ ...asked, signal }))
  try {
    return await send(watched, request)
  } catch (error) {
    // Any answer is returned; the checks judge it.
    if (seen && error instanceof TestctlError) return seen
    throw error
  }
}

// A key that is refused is an answer as well.
const isAnswer = (response: Response): boolean =>
  !isPage(response) && (isSuccess(response) || response.status === 401 || response.status === 403)

const problemOf = (response: Response): TestctlError => {
  const hint = 'is TESTCTL_URL right? testctl config list --show-origin'
  if (isPage(response)) return new InterfaceError(`a web page answered (${response.status}), not the service`, { hint })
  return errorOf(request, response)
}

const repetitions = 5
const mostFailures = 2
const tolerable = 60
