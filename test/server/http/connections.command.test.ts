import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { blockOf } from '../../../src/server/http/client-network.ts'
import { startServed } from '../served.ts'
import { soak } from '../../helpers/soak.ts'

type Served = Awaited<ReturnType<typeof startServed>>

/** Opens `count` connections from one address that have sent only a part of the headers. */
const holdHalf = async ({ dial }: Served, count: number, address?: string) => {
  const held = Array.from({ length: count }, () => dial(address))
  await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  for (const { socket } of held) socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  return held
}

/** Opens `count` connections with a request whose body has not arrived, so it is not answered. */
const holdBusy = async ({ dial, secrets }: Served, count: number) => {
  const held = Array.from({ length: count }, () => dial())
  for (const { socket, heard } of held) {
    socket.write(
      `PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n`,
    )
    while (!heard().includes('100 Continue')) await sleep(5)
  }
  return held
}

describe('connections without a whole head', () => {
  test('make room for whoever comes, the oldest first', async () => {
    const served = await startServed({ connections: { most: 5, perNetwork: 5 } })
    const held = await holdHalf(served, 5)
    expect((await served.ask('/v1/projects')).status).toBe(200)
    await held[0]!.closed
    expect(held.slice(1).every(({ socket }) => !socket.destroyed)).toBe(true)
  })

  test('from two networks keep no third one out, nor each other', async () => {
    const count = soak ? 1000 : 100
    const served = await startServed({ headersTimeout: 20_000, connections: { most: 2 * count, perNetwork: count } })
    await holdHalf(served, count, '127.0.1.1')
    await holdHalf(served, count, '127.0.2.1')
    for (const localAddress of ['127.0.3.1', '127.0.1.2', '127.0.2.2'])
      expect((await served.ask('/v1/projects', { localAddress })).status).toBe(200)
  })

  test('of a small network stay when a large one takes too many', async () => {
    const served = await startServed({ connections: { most: 20, perNetwork: 50 } })
    const few = await holdHalf(served, 3, '127.0.3.1')
    await holdHalf(served, 40, '127.0.1.1')
    await sleep(50)
    expect(few.every(({ socket }) => !socket.destroyed)).toBe(true)
    few[0]!.socket.write('connection: close\r\n\r\n')
    expect(await few[0]!.closed).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('are those that only wait for a next request, too', async () => {
    const served = await startServed({ connections: { most: 5, perNetwork: 50 } })
    const idle = Array.from({ length: 5 }, () => served.dial())
    for (const { socket, heard } of idle) {
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      while (!heard().includes('ok\n')) await sleep(5)
    }
    expect((await served.ask('/healthz')).status).toBe(200)
  })
})

test('where all connections are at work, one more is told 503, and served when there is room', async () => {
  const served = await startServed({ connections: { most: 5, perNetwork: 5 } })
  const held = await holdBusy(served, 5)
  const refused = await served.ask('/v1/projects')
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } })
  expect(served.logged().lines).toContainEqual(expect.objectContaining({ status: 503, code: 'TOO_MANY_CONNECTIONS' }))
  for (const { socket } of held) socket.destroy()
  for (let tries = 0; tries < 100 && (await served.ask('/v1/projects')).status !== 200; tries++) await sleep(10)
  expect((await served.ask('/v1/projects')).status).toBe(200)
})

test.for<[address: string, network: string]>([
  ['198.51.100.7', '198.51.100'],
  ['::ffff:198.51.100.7', '198.51.100'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the network of %j is %j', ([address, network]) => expect(blockOf(address)).toBe(network))
