import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createSecret } from '../../src/service/secret.ts'
import { startServed } from './served.ts'
import { areServed } from './others.ts'

describe('too many', () => {
  test('requests by one key are 429, while other keys are served', async () => {
    const { ask, secrets } = await startServed({ rateLimit: 1 })
    const all = await Promise.all(Array.from({ length: 40 }, () => ask('/v1/projects')))
    const refused = all.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(15)
    expect(refused[0]).toMatchObject({ headers: { 'retry-after': '1' }, body: '{"message":"too many requests"}' })
    expect((await ask('/v1/projects', { key: secrets.reader })).status).toBe(200)
  })

  test('requests without a key are 429, while those with one from the same address are served', async () => {
    const { ask } = await startServed({ rateLimit: 1 })
    const all = await Promise.all(Array.from({ length: 40 }, () => ask('/healthz', { key: '' })))
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(15)
    expect((await ask('/v1/projects')).status).toBe(200)
  })

  test('wrong keys are 401 ten times, then 429 with a wait that grows; a right key still works', async () => {
    const { ask } = await startServed()
    const seen = []
    for (let time = 0; time < 14; time++) seen.push(await ask('/v1/projects', { key: createSecret() }))
    expect(seen.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    expect(seen.slice(10).map(({ headers }) => headers['retry-after'])).toEqual(['1', '2', '4', '8'])
    expect((await ask('/v1/projects')).status).toBe(200)
    expect((await ask('/v1/projects', { key: '' })).status).toBe(401)
  })

  test('behind a proxy, each client has its own ten wrong keys', async () => {
    const { ask } = await startServed({ trustProxy: true })
    const guess = (address: string) =>
      ask('/v1/projects', { key: createSecret(), headers: { 'x-forwarded-for': `203.0.113.7, ${address}` } })
    for (let time = 0; time < 10; time++) expect((await guess('198.51.100.1')).status).toBe(401)
    expect((await guess('198.51.100.1')).status).toBe(429)
    expect((await guess('198.51.100.2')).status).toBe(401)
  })

  test('without trust in a proxy, nobody gets new tries by making up addresses', async () => {
    const { ask } = await startServed()
    const guess = (time: number) =>
      ask('/v1/projects', { key: createSecret(), headers: { 'x-forwarded-for': `198.51.100.${time}` } })
    for (let time = 0; time < 10; time++) expect((await guess(time)).status).toBe(401)
    expect((await guess(11)).status).toBe(429)
  })

  test('connections are told 503, and served again when there is room', async () => {
    const { ask, dial, logged } = await startServed({ connections: { most: 5, perAddress: 5 } })
    const held = Array.from({ length: 5 }, () => dial())
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    const refused = await ask('/v1/projects')
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } })
    expect(logged().lines).toContainEqual(expect.objectContaining({ status: 503, code: 'TOO_MANY_CONNECTIONS' }))
    for (const { socket } of held) socket.destroy()
    await expect.poll(async () => (await ask('/v1/projects')).status).toBe(200)
  })

  test('connections that only wait for a next request make room', async () => {
    const { ask, dial } = await startServed({ connections: { most: 5, perAddress: 50 } })
    const idle = Array.from({ length: 5 }, () => dial())
    for (const { socket, heard } of idle) {
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      while (!heard().includes('ok\n')) await sleep(5)
    }
    expect((await ask('/healthz')).status).toBe(503)
    await Promise.all(idle.map(({ closed }) => closed))
    expect((await ask('/healthz')).status).toBe(200)
  })

  test('a thousand connections of one client leave room for another', async () => {
    const { ask, dial } = await startServed({ headersTimeout: 120_000, requestTimeout: 120_000 })
    const held = Array.from({ length: 1000 }, () => dial())
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
    // A client is connected before the server has taken the connection from the queue, which is shorter than a thousand.
    await expect.poll(async () => (await ask('/v1/projects')).status).toBe(503)
    const other = await ask('/v1/projects', { localAddress: '127.0.0.2' })
    expect(other.status).toBe(200)
  })

  test('two thousand pipelined requests are answered in order, and others are served meanwhile', async () => {
    const { ask, dial, secrets } = await startServed()
    const { socket, closed } = dial()
    const one = `GET /v1/projects?offset=AT HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\n\r\n`
    for (let at = 0; at < 2000; at++) socket.write(one.replace('AT', String(at)))
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await areServed(3, () => ask('/v1/projects'))
    const offsets = [...(await closed).matchAll(/"offset":(\d+)/g)].map(([, offset]) => Number(offset))
    expect(offsets).toEqual(Array.from({ length: 2000 }, (_, at) => at))
  })
})
