import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askToCancel } from '../../../src/store/postgres/cancel.ts'

/** Starts a server that calls `answer` for each request. Returns the events that it sees and a session on it. */
const serve = async (answer: (client: Socket) => Promise<unknown>) => {
  const seen: string[] = []
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('end', () => seen.push('left'))
    client.on('error', () => undefined)
    client.once('data', (request: Buffer) => {
      seen.push(request.toString('hex'))
      void answer(client).then(() => seen.push('read'))
    })
    onTestFinished(() => void client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { seen, session: { host: 'nowhere.invalid', port, processID: 7, secretKey: -2 } }
}

const request = '0000001004d2162e00000007fffffffe'

test('who asks stays until the server has read it: PgBouncer forgets the request of a client that left', async () => {
  const { seen, session } = await serve(async (client) => {
    await sleep(10)
    client.end()
  })
  await askToCancel(session, '127.0.0.1', 60_000)
  await expect.poll(() => seen).toEqual([request, 'read', 'left'])
})

test('a server that never reads it is not waited for', async () => {
  const { seen, session } = await serve(() => new Promise(() => undefined))
  await askToCancel(session, '127.0.0.1', 2000)
  await expect.poll(() => seen).toEqual([request, 'left'])
})

test('nobody is asked where nobody listens, or for a session that was never made', async () => {
  await askToCancel({ host: '127.0.0.1', port: 1, processID: 7, secretKey: 8 }, undefined)
  await askToCancel({ host: '127.0.0.1', port: 1, processID: null, secretKey: null }, undefined)
})
