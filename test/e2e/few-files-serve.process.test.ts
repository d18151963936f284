import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine, type Running } from './machine.ts'
import { saidBy } from './serving.ts'

// A server that may open fewer files than its connections would be.

let machine: Machine
const held: Socket[] = []
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy()
  await machine.remove()
})

test.runIf(process.platform === 'linux')(
  'says how many fit, and still answers whoever comes while others hold them all',
  async () => {
    const line = 'ulimit -n 128; exec testctl serve --store file:team.db --port 0 --json'
    const child = execa('bash', ['-c', line], {
      cwd: machine.folder,
      env: machine.env,
      extendEnv: false,
      reject: false,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let log = ''
    child.stderr?.on('data', (text: Buffer) => (log += text))
    const { url } = await saidBy(child as unknown as Running, () => log)
    const few = { level: 'warn', connections: 51, reason: 'no more fit into the 128 files that it may open' }
    expect(JSON.parse(log.split('\n')[0]!)).toMatchObject(few)
    for (let count = 0; count < 200; count++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      held.push(socket.on('error', () => undefined))
      await once(socket, 'connect')
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
    }
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  },
)
