import type { Api } from '../../src/contract/index.ts'
import type { TestctlError } from '../../src/errors.ts'
import { parseAddress } from '../../src/wire/network/address.ts'
import { connect } from '../../src/wire/connect.ts'
import { withApiKey } from '../../src/wire/middleware/api-key.ts'
import { retrying } from '../../src/wire/resilience/retry.ts'
import { withDeadline } from '../../src/wire/middleware/deadline.ts'
import { traced } from '../../src/wire/middleware/trace.ts'
import { remote } from '../../src/wire/network/pool.ts'
import { keep } from '../helpers/keep.ts'
import { samples } from './fake.ts'
import { type Hostile, hostile, http } from './hostile.ts'

export const canary = 'canary-key-5f1d'

/** Creates the client as testctl composes it, but with no wait between attempts. Traces its requests in `trace`. */
export const client = (url: string, ms = 60_000) => {
  const trace: string[] = []
  const service = keep(remote({ address: parseAddress(url) }))
  const transport = traced({ write: (line) => trace.push(line) }, withApiKey(canary, service.transport))
  return { api: connect(withDeadline({ ms }, retrying({ random: () => 0 }, transport))), trace }
}

/** A call of the interface. */
export type Call = (api: Api) => Promise<unknown>

/** The calls that are not idempotent. */
export const creates: Record<string, Call> = {
  'projects create': (api) => api.projects.create({ name: 'n', identifier: 'N', icon: '', color: '' }),
  'cases create': (api) => api.cases.create({ projectId: 'p', name: 'n', preconditions: '', steps: [] }),
  'runs create': (api) => api.runs.create({ projectId: 'p', name: 'n', caseIds: [] }),
  'tests create': (api) => api.tests.create({ testRunId: 'r', caseId: 'c' }),
  'milestones create': (api) => api.milestones.create({ projectId: 'p', name: 'n', testRunIds: [] }),
  'comments create': (api) => api.comments.create({ resourceId: 'c', content: 'x' }),
  'runs update that adds': (api) => api.runs.update({ testRunId: samples.runs.id, caseIdsToAdd: ['c'] }),
}

/** A call of each other kind. */
export const read: Call = (api) => api.milestones.get({ identifier: 'WEB-M7' })
export const set: Call = (api) => api.milestones.update({ milestoneId: samples.milestones.id, name: 'n' })
export const remove: Call = (api) => api.milestones.delete({ milestoneId: 'm' })

/** A response body that fits each of these calls. */
export const good = JSON.stringify({
  project: samples.projects,
  case: samples.cases,
  testRun: samples.runs,
  test: samples.tests,
  milestone: samples.milestones,
  comment: samples.comments,
  ok: true,
  requestId: 'r',
  duration: 1,
})

/** Returns the error of a call, which must not succeed. */
export const caught = async (promise: Promise<unknown>): Promise<TestctlError> =>
  promise.then(
    (value) => {
      throw new Error(`was a success: ${JSON.stringify(value)}`)
    },
    (error: unknown) => error as TestctlError,
  )

/** Returns all text in an error and its causes. */
export const everythingIn = (error: unknown): string => {
  const { message, stack, cause, ...rest } = error as Error
  return `${message} ${stack} ${JSON.stringify(rest)}${cause ? everythingIn(cause) : ''}`
}

type Ending = typeof TestctlError | readonly (typeof TestctlError)[] | 'done'

/** A fault of a service, and the expected end of each call. */
export type Fault = {
  answer: (conversation: { socket: import('node:net').Socket; nth: number }) => void
  greet?: (socket: import('node:net').Socket) => void
  ms?: number
  /** The expected end of a create; `others` is that of a read, an update and a delete. */
  create: Ending
  others: Ending
  /** How many requests the service sees for a create (one, unless it is refused for now) and for the other calls. */
  seen: readonly [create: number, others: number]
  says?: RegExp
}

/** Returns a response with this status. */
export const status = (code: number, body = '{"message":"told"}', headers = {}) => http(code, body, headers)

/** Makes a call to a service with this fault. */
export const meet = async (
  fault: Fault,
  call: Call,
): Promise<{ server: Hostile; outcome: unknown; trace: string[] }> => {
  const server = keep(await hostile(fault.answer, fault.greet))
  const { api, trace } = client(server.url, fault.ms)
  const outcome = await call(api).then(
    () => 'done',
    (error: unknown) => error,
  )
  return { server, outcome, trace }
}
