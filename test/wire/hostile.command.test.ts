import { afterEach, describe, expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import {
  InterfaceError,
  NotFoundError,
  RejectedError,
  type TestctlError,
  UnauthorizedError,
  UnavailableError,
  UnknownOutcomeError,
} from '../../src/errors.ts'
import { parseAddress } from '../../src/wire/address.ts'
import { connect } from '../../src/wire/connect.ts'
import { keyed } from '../../src/wire/keyed.ts'
import { retrying } from '../../src/wire/retrying.ts'
import { timed } from '../../src/wire/timed.ts'
import { traced } from '../../src/wire/traced.ts'
import { remote } from '../../src/wire/undici.ts'
import { samples } from './fake.ts'
import { type Hostile, hostile, http } from './hostile.ts'

const canary = 'canary-key-5f1d'
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

/** The client as testctl composes it, but without waiting between attempts. */
const client = (url: string, ms = 5000) => {
  const trace: string[] = []
  const service = remote({ address: parseAddress(url) })
  open.push(service)
  const transport = traced({ write: (line) => trace.push(line) }, keyed(canary, service.transport))
  return { api: connect(timed({ ms }, retrying({ random: () => 0 }, transport))), trace }
}

type Call = (api: Api) => Promise<unknown>
const creates: Record<string, Call> = {
  'projects create': (api) => api.projects.create({ name: 'n', identifier: 'N', icon: '', color: '' }),
  'cases create': (api) => api.cases.create({ projectId: 'p', name: 'n', preconditions: '', steps: [] }),
  'runs create': (api) => api.runs.create({ projectId: 'p', name: 'n', caseIds: [] }),
  'tests create': (api) => api.tests.create({ testRunId: 'r', caseId: 'c' }),
  'milestones create': (api) => api.milestones.create({ projectId: 'p', name: 'n', testRunIds: [] }),
  'comments create': (api) => api.comments.create({ resourceId: 'c', content: 'x' }),
  'runs update that adds': (api) => api.runs.update({ testRunId: 'r', caseIdsToAdd: ['c'] }),
}
const read: Call = (api) => api.milestones.get({ identifier: 'WEB-M1' })
const set: Call = (api) => api.milestones.update({ milestoneId: 'm', name: 'n' })
const remove: Call = (api) => api.milestones.delete({ milestoneId: 'm' })

const good = JSON.stringify({
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

const caught = async (promise: Promise<unknown>): Promise<TestctlError> =>
  promise.then(
    (value) => {
      throw new Error(`was a success: ${JSON.stringify(value)}`)
    },
    (error: unknown) => error as TestctlError,
  )

const everythingIn = (error: unknown): string => {
  const { message, stack, cause, ...rest } = error as Error
  return `${message} ${stack} ${JSON.stringify(rest)}${cause ? everythingIn(cause) : ''}`
}

type Ending = typeof TestctlError | readonly (typeof TestctlError)[] | 'done'

type Fault = {
  answer: (conversation: { socket: import('node:net').Socket; nth: number }) => void
  greet?: (socket: import('node:net').Socket) => void
  ms?: number
  /** What a create, a read, an update and a delete come to. */
  create: Ending
  others: Ending
  /** How many requests the service sees: of a create (one, unless it is refused for now), and of the others. */
  seen: readonly [create: number, others: number]
  says?: RegExp
}

const status = (code: number, body = '{"message":"told"}', headers = {}) => http(code, body, headers)
const cut = good.slice(0, 40)

const faults: Record<string, Fault> = {
  'a reset when the connection is made': {
    greet: (socket) => socket.resetAndDestroy(),
    answer: () => undefined,
    // Whether anything had been sent by then is a matter of luck; what is said of it is true either way.
    create: [UnknownOutcomeError, UnavailableError],
    others: UnavailableError,
    seen: [0, 0],
  },
  'a reset once the request was read (it may have been committed)': {
    answer: ({ socket }) => socket.resetAndDestroy(),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /closed before the answer was whole/,
  },
  'a reset in the middle of the headers': {
    answer: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-', () => socket.resetAndDestroy()),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
  },
  'a half-close without an answer': {
    answer: ({ socket }) => socket.end(),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
  },
  'an answer cut short of its content-length': {
    answer: ({ socket }) => socket.end(http(200, good).slice(0, -20)),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /cut short|closed before/,
  },
  'an answer cut short between its chunks': {
    answer: ({ socket }) =>
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${cut.length.toString(16)}\r\n${cut}\r\n`),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /cut short|closed before/,
  },
  'an answer cut short that never said how long it is': {
    answer: ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${cut}`),
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 3],
    says: /cut short/,
  },
  'an answer that never comes': {
    answer: () => undefined,
    ms: 400,
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 1],
    says: /no answer within 0.4 s/,
  },
  'an answer that drips a byte at a time': {
    answer: ({ socket }) => {
      const text = http(200, good)
      let at = 0
      const timer = setInterval(() => socket.write(text[at++] ?? ' '), 5)
      socket.on('close', () => clearInterval(timer))
    },
    ms: 400,
    create: UnknownOutcomeError,
    others: UnavailableError,
    seen: [1, 1],
  },
  'a page for people': {
    answer: ({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html><script>x</script>Log in, please</html>'),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
    says: /HTML page, not JSON/,
  },
  'compressed garbage': {
    answer: ({ socket }) => socket.write(http(200, '\u001f\u008bgarbage', { 'content-encoding': 'gzip' })),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
  },
  'something that is not HTTP': {
    answer: ({ socket }) => socket.end('220 mail.example.com ESMTP\r\n'),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
    says: /does not speak HTTP/,
  },
  'headers without end': {
    answer: ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
    create: UnknownOutcomeError,
    others: InterfaceError,
    seen: [1, 1],
    says: /larger than any answer/,
  },
  ...Object.fromEntries(
    [500, 502, 504].map((code) => [
      `a ${code}`,
      {
        answer: ({ socket }) => void socket.write(status(code)),
        create: UnknownOutcomeError,
        others: UnavailableError,
        seen: [1, 3],
        says: /told/,
      } satisfies Fault,
    ]),
  ),
  'a 503': {
    answer: ({ socket }) => socket.write(status(503)),
    create: UnavailableError,
    others: UnavailableError,
    seen: [1, 3],
  },
  'a 429 to the end': {
    answer: ({ socket }) => socket.write(status(429, '{"message":"told"}', { 'retry-after': '0' })),
    create: UnavailableError,
    others: UnavailableError,
    seen: [3, 3],
  },
  'a 429 at first': {
    answer: ({ socket, nth }) => socket.write(nth === 1 ? status(429) : http(200, good)),
    create: 'done',
    others: 'done',
    seen: [2, 2],
  },
  'a 401': {
    answer: ({ socket }) => socket.write(status(401)),
    create: UnauthorizedError,
    others: UnauthorizedError,
    seen: [1, 1],
  },
  'a 403': {
    answer: ({ socket }) => socket.write(status(403)),
    create: UnauthorizedError,
    others: UnauthorizedError,
    seen: [1, 1],
  },
  'a 404': {
    answer: ({ socket }) => socket.write(status(404)),
    create: NotFoundError,
    others: NotFoundError,
    seen: [1, 1],
  },
  'a 409': {
    answer: ({ socket }) => socket.write(status(409)),
    create: RejectedError,
    others: RejectedError,
    seen: [1, 1],
  },
  'a 413 with a page': {
    answer: ({ socket }) => socket.write(http(413, '<html>too big</html>', { 'x-a': 'b' })),
    create: RejectedError,
    others: RejectedError,
    seen: [1, 1],
    says: /\(413\)/,
  },
  'a 201': { answer: ({ socket }) => socket.write(http(201, good)), create: 'done', others: 'done', seen: [1, 1] },
  'early hints before the answer': {
    answer: ({ socket }) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${http(200, good)}`),
    create: 'done',
    others: 'done',
    seen: [1, 1],
  },
}

const meet = async (fault: Fault, call: Call): Promise<{ server: Hostile; outcome: unknown; trace: string[] }> => {
  const server = await hostile(fault.answer, fault.greet)
  open.push(server)
  const { api, trace } = client(server.url, fault.ms)
  const outcome = await call(api).then(
    () => 'done',
    (error: unknown) => error,
  )
  return { server, outcome, trace }
}

const check = (outcome: unknown, expected: Fault['create'], says: RegExp | undefined) => {
  if (expected === 'done') return expect(outcome).toBe('done')
  expect([expected].flat()).toContain((outcome as Error).constructor)
  expect((outcome as Error).message).not.toMatch(/<html|<script/)
  if (says) expect((outcome as Error).message).toMatch(says)
}

describe.each(Object.entries(faults))('%s', (_, fault) => {
  test('each create happens once at most, or is said to be unknown', async () => {
    await Promise.all(
      Object.entries(creates).map(async ([name, call]) => {
        const { server, outcome, trace } = await meet(fault, call)
        check(outcome, fault.create, fault.says)
        expect(server.requests, name).toHaveLength(fault.seen[0])
        expect(everythingIn(outcome) + trace.join()).not.toContain(canary)
        if (!(outcome instanceof UnknownOutcomeError)) return
        expect(outcome.message).toMatch(
          /(PUT|POST) \/v1\/.* was sent, but .*may or may not have been (created|updated)$/,
        )
        expect(outcome.hint, name).toMatch(/^look first: testctl \w+ list/)
      }),
    )
  })

  test('a read, an update and a delete end with the right error', async () => {
    await Promise.all(
      Object.entries({ read, set, remove }).map(async ([name, call]) => {
        const { server, outcome, trace } = await meet(fault, call)
        check(outcome, fault.others, fault.says)
        expect(server.requests, name).toHaveLength(fault.seen[1])
        expect(everythingIn(outcome) + trace.join()).not.toContain(canary)
      }),
    )
  })
})

test('the key is really sent, or the canary would prove nothing', async () => {
  const { server } = await meet(faults['a 201'] as Fault, read)
  expect(server.requests[0]).toContain(`x-api-key: ${canary}`)
})

describe('redirects are not followed', () => {
  test.each([301, 302, 303, 307, 308])('%s', async (code) => {
    const elsewhere = await hostile(({ socket }) => socket.write(http(200, good)))
    open.push(elsewhere)
    for (const call of [read, set, remove, ...Object.values(creates)]) {
      const location = `${elsewhere.url}/v1/x`
      const { outcome } = await meet(
        { ...(faults['a 409'] as Fault), answer: ({ socket }) => socket.write(http(code, '', { location })) },
        call,
      )
      expect(outcome).toBeInstanceOf(InterfaceError)
      expect((outcome as Error).message).toContain(`redirects to ${location} (${code}); the key was not sent there`)
    }
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('what cannot be reached', () => {
  test('a port where nothing listens: nothing was changed', async () => {
    const { api } = client('http://127.0.0.1:1')
    const error = await caught(creates['projects create']!(api))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.message).toBe('nothing listens at http://127.0.0.1:1 (connection refused); nothing was changed')
    expect((await caught(read(api))).message).toBe('nothing listens at http://127.0.0.1:1 (connection refused)')
  })

  test('a host that does not exist', async () => {
    const { api, trace } = client('https://testctl.invalid')
    const error = await caught(read(api))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.message).toMatch(/testctl\.invalid/)
    expect(trace[0]).toBe('> GET /v1/milestones/milestone/WEB-M1')
  })

  test('a service that comes back in time is used', async () => {
    const { server, outcome } = await meet(
      {
        ...(faults['a 201'] as Fault),
        answer: ({ socket, nth }) => (nth < 3 ? socket.resetAndDestroy() : socket.write(http(200, good))),
      },
      set,
    )
    expect(outcome).toBe('done')
    expect(server.requests).toHaveLength(3)
  })
})

describe('a connection that is kept', () => {
  test('and was closed meanwhile: a create is sent once', async () => {
    // The second request meets a reset: it may have been read before.
    const server = await hostile(({ socket, nth }) =>
      nth === 1 ? socket.write(http(200, good)) : socket.resetAndDestroy(),
    )
    open.push(server)
    const { api } = client(server.url)
    await read(api)
    const error = await caught(creates['cases create']!(api))
    expect(error).toBeInstanceOf(UnknownOutcomeError)
    expect(server.requests).toHaveLength(2)
    expect(server.connections()).toBe(1)
  })

  test('serves many calls at once over few connections', async () => {
    const server = await hostile(({ socket }) => socket.write(http(200, good)))
    open.push(server)
    const { api } = client(server.url)
    await Promise.all(Array.from({ length: 200 }, () => set(api)))
    expect(server.requests).toHaveLength(200)
    expect(server.connections()).toBeLessThanOrEqual(32)
  })
})

describe('a delete', () => {
  test('that finds nothing on a later attempt is done', async () => {
    const { outcome, server } = await meet(
      {
        ...(faults['a 201'] as Fault),
        answer: ({ socket, nth }) => (nth === 1 ? socket.resetAndDestroy() : socket.write(status(404))),
      },
      remove,
    )
    expect(outcome).toBe('done')
    expect(server.requests).toHaveLength(2)
  })

  test('that was turned away at first, and then finds nothing, is not', async () => {
    const { outcome } = await meet(
      { ...(faults['a 201'] as Fault), answer: ({ socket, nth }) => socket.write(status(nth === 1 ? 429 : 404)) },
      remove,
    )
    expect(outcome).toBeInstanceOf(NotFoundError)
  })

  test.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['200 and nothing else', http(200, '')],
    ['200 without an end', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'],
  ])('is done with %s', async (_, text) => {
    const { outcome, server } = await meet(
      {
        ...(faults['a 201'] as Fault),
        answer: ({ socket }) => void (text.includes('close') ? socket.end(text) : socket.write(text)),
      },
      remove,
    )
    expect(outcome).toBe('done')
    expect(server.requests).toHaveLength(1)
  })
})

describe('answers outside of the interface', () => {
  const answering = async (body: unknown, call: Call) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const server = await hostile(({ socket }) => socket.write(http(200, text)))
    open.push(server)
    return call(client(server.url).api)
  }
  const page = { limit: 50, offset: 0, total: 1 }

  test.each<[unknown, Call, string]>([
    [
      { tests: [{ ...samples.tests, id: 5 }], pagination: page },
      (api) => api.tests.list({ testRunId: 'r' }),
      'tests[0].id must be text',
    ],
    [
      { tests: [{ ...samples.tests, result: 'ok' }], pagination: page },
      (api) => api.tests.list({ testRunId: 'r' }),
      'tests[0].result must be one of untested, inProgress, passed, failed',
    ],
    [{ tests: [] }, (api) => api.tests.list({ testRunId: 'r' }), 'pagination is missing'],
    [
      { tests: [], pagination: { ...page, total: '1' } },
      (api) => api.tests.list({ testRunId: 'r' }),
      'pagination.total must be a number',
    ],
    [{ milestone: { ...samples.milestones, displayId: null } }, read, 'milestone.displayId must be a number'],
    [{}, read, 'milestone is missing'],
    [[], read, 'must be an object'],
    ['null', read, 'must be an object'],
    [{ ok: false }, remove, 'ok must be true'],
  ])('%j', async (body, call, says) => {
    const error = await caught(answering(body, call))
    expect(error).toBeInstanceOf(InterfaceError)
    expect(error.message).toBe(`the service answered outside its interface: ${says}`)
  })

  test('fields that are only shown may be missing or of another form', async () => {
    const { name, id, displayId, result, caseId } = samples.tests
    const bare = { name, id, displayId, result, caseId }
    const odd = { ...bare, createdAt: {}, steps: [{ action: 1 }], assignedTo: null, case: { ...bare, customFields: 5 } }
    const body = { tests: [bare, odd], pagination: page }
    expect(await answering(body, (api) => api.tests.list({ testRunId: 'r' }))).toEqual(body)
  })

  test('unknown fields are kept, and timestamps may be text or numbers', async () => {
    const body = { milestone: { ...samples.milestones, createdAt: 1, updatedAt: '2026', mood: { a: [1] } }, more: 1 }
    expect(await answering(body, read)).toEqual(body)
  })

  test('bad UTF-8 shows as replaced characters', async () => {
    const text = JSON.stringify({ milestone: { ...samples.milestones, name: 'X' } })
    const [before = '', after = ''] = text.split('"X"')
    const server = await hostile(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${before}"`)
      socket.write(Buffer.from([0xff]))
      socket.write(`"${after}`)
    })
    open.push(server)
    expect(await read(client(server.url).api)).toMatchObject({ milestone: { name: '\ufffd' } })
  })

  test('more than 64 MiB are not taken', async () => {
    const server = await hostile(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000000000\r\n\r\n')
      const chunk = Buffer.alloc(1 << 20, ' ')
      const more = () => void (socket.writable && socket.write(chunk, (error) => error ?? more()))
      more()
    })
    open.push(server)
    const error = await caught(read(client(server.url).api))
    expect(error).toBeInstanceOf(InterfaceError)
    expect(error.message).toMatch(/larger than any answer should be/)
  })
})

test('a base URL may have a path, with any number of slashes at its end', async () => {
  for (const path of ['', '/', '/team/a', '/team/a//']) {
    const server = await hostile(({ socket }) => socket.write(http(200, good)))
    open.push(server)
    await read(client(server.url + path).api)
    expect(server.requests[0]).toMatch(
      new RegExp(`^GET ${path.replace(/\/+$/, '')}/v1/milestones/milestone/WEB-M1 HTTP`),
    )
  }
})
