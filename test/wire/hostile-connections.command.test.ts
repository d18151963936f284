import { describe, expect, test } from 'vitest'
import {
  InterfaceError,
  NotFoundError,
  UnavailableError,
  UnconfirmedError,
  UnknownOutcomeError,
} from '../../src/errors.ts'
import { keep } from '../helpers/keep.ts'
import { hostile, http } from './hostile.ts'
import { client, creates, read, set, remove, good, caught, type Fault, status, meet } from './hostile-client.ts'
import { faults } from './hostile-faults.ts'

describe('redirects are not followed', () => {
  test('a change that is answered with 303 may have been made: that status names a page about it', async () => {
    const seeOther = http(303, '', { location: 'https://elsewhere.invalid/done' })
    const answered = async (call: typeof read) =>
      (await meet({ ...(faults['a 409'] as Fault), answer: ({ socket }) => socket.write(seeOther) }, call)).outcome
    for (const create of Object.values(creates)) expect(await answered(create)).toBeInstanceOf(UnknownOutcomeError)
    for (const call of [set, remove]) expect(await answered(call)).toBeInstanceOf(UnconfirmedError)
    expect(await answered(read)).toBeInstanceOf(InterfaceError)
  })

  test.each([301, 302, 307, 308])('%s', async (code) => {
    const elsewhere = keep(await hostile(({ socket }) => socket.write(http(200, good))))
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
    expect(trace[0]).toBe('> GET /v1/milestones/milestone/WEB-M7')
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
    // The second request meets a reset. The server may have read it before.
    const server = keep(
      await hostile(({ socket, nth }) => (nth === 1 ? socket.write(http(200, good)) : socket.resetAndDestroy())),
    )
    const { api } = client(server.url)
    await read(api)
    const error = await caught(creates['cases create']!(api))
    expect(error).toBeInstanceOf(UnknownOutcomeError)
    expect(server.requests).toHaveLength(2)
    expect(server.connections()).toBe(1)
  })

  test('serves many calls at once over few connections', async () => {
    const server = keep(await hostile(({ socket }) => socket.write(http(200, good))))
    const { api } = client(server.url)
    await Promise.all(Array.from({ length: 200 }, () => set(api)))
    expect(server.requests).toHaveLength(200)
    expect(server.connections()).toBeLessThanOrEqual(32)
  })

  test('is used again by the call after it: four at a time need four', async () => {
    const server = keep(await hostile(({ socket }) => socket.write(http(200, good))))
    const { api } = client(server.url)
    const calls = Array.from({ length: 100 }, () => () => set(api)).values()
    const worker = async () => {
      for (const call of calls) await call()
    }
    await Promise.all([worker(), worker(), worker(), worker()])
    expect(server.requests).toHaveLength(100)
    expect(server.connections()).toBe(4)
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

test('a base URL may have a path, with any number of slashes at its end', async () => {
  for (const path of ['', '/', '/team/a', '/team/a//']) {
    const server = keep(await hostile(({ socket }) => socket.write(http(200, good))))
    await read(client(server.url + path).api)
    expect(server.requests[0]).toMatch(
      new RegExp(`^GET ${path.replace(/\/+$/, '')}/v1/milestones/milestone/WEB-M7 HTTP`),
    )
  }
})
