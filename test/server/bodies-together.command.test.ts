import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServed } from './served.ts'

// All bodies that are incomplete or wait for a place share a limit, here 200 kB.

test('large bodies that together are too large are told to come again', async () => {
  const { ask, dial, secrets } = await startServed({ mostBodies: 200_000 })
  const { socket, closed } = dial()
  socket.write(`PUT /v1/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${secrets.writer}\r\ncontent-length: 190000\r\n\r\n`)
  socket.write('x'.repeat(150_000))
  const create = (identifier: string, size: number) => {
    const body = JSON.stringify({ name: 'Web', identifier, icon: '', color: '' }).padEnd(size)
    return ask('/v1/projects', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  }
  // The bytes sent above may arrive a little later.
  let refused = await create('A1', 100_000)
  for (let at = 2; refused.status === 200; at++) {
    await setTimeout(10)
    refused = await create(`A${at}`, 100_000)
  }
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(refused.body).toBe('{"message":"too many large bodies are sent at this moment"}')
  expect((await create('SMALL', 100)).status).toBe(200)
  // A client that leaves and a request that is answered free their room.
  socket.destroy()
  await closed
  let taken = await create('B1', 100_000)
  for (let at = 2; taken.status === 503; at++) {
    await setTimeout(10)
    taken = await create(`B${at}`, 100_000)
  }
  expect(taken.status).toBe(200)
  for (const identifier of ['D1', 'D2', 'D3']) expect((await create(identifier, 150_000)).status).toBe(200)
})
