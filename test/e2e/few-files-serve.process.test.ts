import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine, type Running } from './machine.ts'
import { saidBy } from './serving.ts'

// A server that may open fewer files than clients connect to it.

let machine: Machine
const held: Socket[] = []
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy()
  await machine.remove()
})

describe.runIf(process.platform === 'linux')('serve with few files', () => {
  test.each([
    ['while others hold them all', false],
    ['last of many that wait until it can look', true],
  ])('says how many fit, and still answers whoever comes %s', async (_, stopped) => {
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
    const few = { level: 'warn', connections: 51, reason: 'the process may open only 128 files' }
    expect(JSON.parse(log.split('\n')[0]!)).toMatchObject(few)
    if (stopped) child.kill('SIGSTOP')
    const port = Number(new URL(url).port)
    for (let count = 0; count < 200; count++) (await open(port)).write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
    const last = await open(port)
    last.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n')
    child.kill('SIGCONT')
    const [answer] = await once(last, 'data')
    expect(String(answer)).toContain(' 200 OK')
  })
})

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  held.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  return socket
}
