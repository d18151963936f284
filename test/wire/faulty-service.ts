import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../../src/contract/index.ts'
import { lifetimeHeader } from '../../src/contract/idempotency.ts'
import { createAuthenticate, createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { parseAddress } from '../../src/wire/network/address.ts'
import { connect } from '../../src/wire/connect.ts'
import { expose } from '../../src/wire/expose.ts'
import { idempotent } from '../../src/wire/middleware/idempotency.ts'
import { withApiKey } from '../../src/wire/middleware/api-key.ts'
import type { Response } from '../../src/wire/message.ts'
import type { Sender } from '../../src/wire/outgoing.ts'
import { retrying } from '../../src/wire/resilience/retry.ts'
import { withDeadline } from '../../src/wire/middleware/deadline.ts'
import { remote } from '../../src/wire/network/pool.ts'
import { countRows, type Ids, template } from './creates-ground.ts'
import { hostile, http } from './hostile.ts'

/** When the service announces that it honours keys: never, in all its responses, or before anything fails. */
export type Announcing = 'never' | 'with the failure' | 'before'

type Socket = import('node:net').Socket
/** What happens to a request. `work` makes the service carry it out. */
export type Fault = {
  meet: (socket: Socket, work: () => Promise<Response>) => void | Promise<void>
  /** Whether the failing response can carry an announcement. */
  answers?: boolean
  ms?: number
}

const raw = ({ status, headers, body }: Response): string => http(status, body, { ...headers })
/** Returns a fault that refuses with this status and an announcement. */
export const refusing = (
  status: number,
  body = '{"message":"planted"}',
  headers: Record<string, string> = {},
): Fault => ({
  answers: true,
  meet: (socket) => void socket.write(http(status, body, { ...announcement, ...headers })),
})
const afterwards = (fault: Fault): Fault => ({
  ...fault,
  meet: async (socket, work) => {
    await work()
    await fault.meet(socket, work)
  },
})
const announcement = { [lifetimeHeader]: '86400' }
const page = '<html><body>Service is being updated</body></html>'
const damaged = (damage: (text: string) => string): Fault => ({
  meet: async (socket, work) => void socket.write(damage(raw(await work())), () => socket.resetAndDestroy()),
})
const reset: Fault = { meet: (socket) => void socket.resetAndDestroy() }
const hang: Fault = { meet: () => undefined, ms: 4000 }

/** Everything that the other end of a socket can do instead of answering. */
export const faults: Record<string, Fault> = {
  'a reset before the work': reset,
  'a reset after the work': afterwards(reset),
  'a half-close before the work': { meet: (socket) => void socket.end() },
  'a half-close after the work': afterwards({ meet: (socket) => void socket.end() }),
  'an answer cut in its headers': damaged((text) => text.slice(0, 30)),
  'an answer cut in its body': damaged((text) => text.slice(0, -10)),
  'an answer cut that never said how long it is': {
    meet: async (socket, work) =>
      void socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${(await work()).body.slice(0, -10)}`),
  },
  'no answer, and no work': hang,
  'no answer after the work': afterwards(hang),
  ...Object.fromEntries(
    [408, 429, 500, 502, 503, 504].map((status) => [`a ${status} before the work`, refusing(status)]),
  ),
  ...Object.fromEntries([500, 502, 504].map((status) => [`a ${status} after the work`, afterwards(refusing(status))])),
  'a 503 of a proxy after the work': afterwards({ meet: (socket) => void socket.write(http(503, page)) }),
  'a page with 502 after the work': afterwards(refusing(502, page)),
  'a page with 200 before the work': refusing(200, page),
  'a page with 200 after the work': afterwards(refusing(200, page)),
}

/** One create of each kind. */
export const creates: Record<string, (api: Api, ids: Ids) => Promise<unknown>> = {
  'projects create': (api) => api.projects.create({ name: 'n', identifier: 'NEW', icon: '', color: '' }),
  'cases create': (api, { projectId }) => api.cases.create({ projectId, name: 'n', preconditions: '', steps: [] }),
  'runs create': (api, { projectId }) => api.runs.create({ projectId, name: 'n', caseIds: [] }),
  'tests create': (api, { testRunId, caseId }) => api.tests.create({ testRunId, caseId }),
  'milestones create': (api, { projectId }) => api.milestones.create({ projectId, name: 'n', testRunIds: [] }),
  'comments create': (api, { caseId }) => api.comments.create({ resourceId: caseId, content: 'n' }),
}

/** Creates one item of each of these kinds in parallel. Returns the reported outcome of each, and how many items were made. */
export const createEach = async (
  names: readonly string[],
  situation: Situation,
): Promise<{ name: string; outcome: unknown; made: number }[]> => {
  const service = await startFaulty(situation)
  try {
    return await Promise.all(names.map(service.create))
  } finally {
    await service.close()
  }
}

/** A limit, in ms, that no answer reaches, however busy the machine is. */
const late = 600_000
let copies = 0

/** Starts a service in which the first `times` attempts of each kind of create meet the fault. */
const startFaulty = async ({ fault, times, announcing, spoil = (one) => one }: Situation) => {
  const { folder, ids, before } = await template()
  const file = join(folder, `${++copies}.db`)
  copyFileSync(join(folder, 'template.db'), file)
  const store = await openStore(`file:${file}`)
  const exposed = expose(createAuthenticate({ service: createService(store), key: 'key', holder: 'ana' }))
  const attempts = new Map<string, number>()
  const server = await hostile(async ({ socket, request }) => {
    const work = async () => {
      const response = await exposed(parse(request))
      const { [lifetimeHeader]: _, ...headers } = response.headers
      return announcing === 'never' ? { ...response, headers } : response
    }
    const [first = ''] = request.split('\r\n', 1)
    const nth = (attempts.get(first) ?? 0) + 1
    attempts.set(first, nth)
    if (!first.startsWith('PUT') || nth > times) return void socket.write(raw(await work()))
    const cork = announcing === 'never' ? muted(socket) : socket
    await fault.meet(cork, work)
  })
  const over = remote({ address: parseAddress(server.url) })
  const attempt = spoil(withApiKey('key', over.transport))
  const again = { random: () => 0 }
  // Each attempt gets half of the remaining time. The eighth that the third attempt gets is too little on a busy machine.
  const ms = fault.ms && announcing === 'before' && times < 3 ? 5 * fault.ms : fault.ms
  return {
    create: async (name: string) => {
      // Each create has a sender of its own, which learns separately whether the service honours keys.
      const sender = idempotent(attempt, (watched) => retrying(again, watched))
      // The short limits are for faults that hang. Everything else is answered, but perhaps late.
      if (announcing === 'before') await connect(withDeadline({ ms: late }, sender)).projects.list({})
      const api = connect(withDeadline({ ms: ms ?? late }, sender))
      const outcome = await creates[name]!(api, ids).then(
        () => 'done',
        (error: unknown) => error,
      )
      const noun = name.split(' ', 1)[0]!
      return { name, outcome, made: (await countRows(store))[noun]! - before[noun]! }
    },
    close: async () => {
      for (const one of [over, server, store]) await one.close()
      rmSync(file)
    },
  }
}

type Situation = { fault: Fault; times: number; announcing: Announcing; spoil?: (attempt: Sender) => Sender }

/** Returns a socket that drops the announcement. */
const muted = (socket: Socket): Socket =>
  new Proxy(socket, {
    get: (target, name) => {
      if (name === 'write')
        return (text: string, ...rest: []) => target.write(text.replace(`${lifetimeHeader}: 86400\r\n`, ''), ...rest)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

const parse = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', target = ''] = first.split(' ')
  const [path = '', query = ''] = target.split('?')
  const headers = lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)])
  return { method, path, query, headers: Object.fromEntries(headers), body, repeatable: false }
}
