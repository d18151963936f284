import { describe, expect, test } from 'vitest'
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
