import { chmod, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine } from '../../e2e/machine.ts'

// The password of a database in ~/.pgpass, the file of psql.

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const wantsPassword = message('R', Buffer.from([0, 0, 0, 3]))
const refusal = message('E', Buffer.from('SFATAL\0VFATAL\0C28P01\0Mwrong password\0\0'))

/** Starts a server that asks for a cleartext password, notes each and refuses it. */
const startRefusing = async () => {
  const passwords: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (data[0] !== 'p'.charCodeAt(0)) return socket.write(wantsPassword)
      passwords.push(data.subarray(5, -1).toString())
      return socket.end(refusal)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { passwords, port: (server.address() as AddressInfo).port }
}

test.for([
  ['is used without a warning', {}, '', 'kept'],
  ['counts less than PGPASSWORD', { PGPASSWORD: 'set' }, '', 'set'],
  ['counts less than the address', {}, ':typed', 'typed'],
] as const)('a password in ~/.pgpass %s', async ([, env, typed, sent]) => {
  const { passwords, port } = await startRefusing()
  const machine = await createMachine(env)
  onTestFinished(machine.remove)
  const file = join(machine.folder, '.pgpass')
  await writeFile(file, `127.0.0.1:${port}:team:ana:kept\n`)
  await chmod(file, 0o600)
  const { stderr, exitCode } = await machine.type(
    `testctl store check --store postgres://ana${typed}@127.0.0.1:${port}/team`,
  )
  expect(new Set(passwords)).toEqual(new Set([sent]))
  expect(stderr).not.toMatch(/deprecat/i)
  expect({ stderr: stderr.split('\n')[0], exitCode }).toEqual({
    stderr: expect.stringMatching(/^error: /),
    exitCode: 2,
  })
})
