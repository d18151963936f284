import { execFileSync } from 'node:child_process'
import { closeSync, constants, createWriteStream, openSync, readSync, type WriteStream, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { untilIdle } from '../helpers/idle.ts'
import { startRemote } from '../helpers/remote.ts'
import { createMachine, type Machine, type Running } from './machine.ts'
import { toldBy } from './problem.ts'
import { seed } from './seed.ts'
import { saidBy } from './serving.ts'

let machine: Machine
let opened: number[]
beforeEach(async () => {
  machine = await createMachine()
  opened = []
  await seed(machine.folder)
})
afterEach(async () => {
  opened.forEach((descriptor) => closeSync(descriptor))
  await machine.remove()
})

/** Makes a full pipe. `into` is the end to write to; `take` reads everything that is in the pipe. */
const fullPipe = (): { into: WriteStream; take: () => string } => {
  const path = join(machine.folder, 'pipe')
  execFileSync('mkfifo', [path])
  const [reader, writer] = [constants.O_RDONLY, constants.O_WRONLY].map((way) =>
    openSync(path, way | constants.O_NONBLOCK),
  )
  opened.push(reader!, writer!)
  const page = Buffer.alloc(4096)
  /** Calls `once` until the pipe is full, or empty. */
  const repeat = (once: () => number): void => {
    try {
      while (once() > 0);
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' })
    }
  }
  repeat(() => writeSync(writer!, page))
  const take = (): string => {
    let text = ''
    repeat(() => {
      const length = readSync(reader!, page)
      text += page.toString('utf8', 0, length)
      return length
    })
    return text.replaceAll('\0', '')
  }
  return { into: createWriteStream(path, { fd: writer!, autoClose: false }), take }
}

/** Starts a line whose output is not read, and sends the signal when it waits for its reader. */
const stopped = async (line: string, signal: NodeJS.Signals): Promise<Awaited<Running>> => {
  const running = machine.start(line, { into: fullPipe().into })
  await untilIdle(running.pid)
  running.kill(signal)
  return running
}

describe.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while the reader takes nothing', (signal, exitCode) => {
  test('ends a list', async () => {
    const seen = await stopped('testctl tests list WEB-R1', signal)
    expect(toldBy({ ...seen, stdout: '' })).toMatchObject({ exitCode })
  })

  test('ends a change, and says that it was carried out', async () => {
    const seen = await stopped('testctl keys create --name ci', signal)
    expect(seen.exitCode).toBe(exitCode)
    expect(seen.stderr).toMatch(
      /^warning: the new key is tctl_\w+: .*\nerror: the command was carried out, but its answer/,
    )
    expect(await machine.aside('testctl keys list --columns name')).toBe('ci\n')
  })
})

describe.skipIf(process.platform === 'win32')('SIGTERM while nobody reads stderr', () => {
  test('ends a server that has logged something', async () => {
    const running = machine.start('testctl serve --port 0 --json', { errorsInto: fullPipe().into })
    const { url } = await saidBy(running)
    expect((await fetch(`${url}/v1/projects`)).status).toBe(401)
    running.kill('SIGTERM')
    expect(await running).toMatchObject({ exitCode: 0 })
  })

  test('ends a command whose answer goes into the same pipe', async () => {
    const { into } = fullPipe()
    const running = machine.start('testctl tests list WEB-R1', { into, errorsInto: into })
    await untilIdle(running.pid)
    running.kill('SIGTERM')
    expect(await running).toMatchObject({ exitCode: 143 })
  })
})

test.skipIf(process.platform === 'win32')(
  'what was on its way at Ctrl-C waits for a reader who comes late',
  async () => {
    const key = 'canary-0123456789'
    const remote = await startRemote(key, `file:${join(machine.folder, 'team.db')}`)
    onTestFinished(() => remote.close())
    let release = () => {}
    const gate = new Promise<void>((open) => (release = open))
    remote.before = async ({ method }) => (method === 'POST' ? gate : undefined)
    const { into, take } = fullPipe()
    const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key }
    const running = machine.start('testctl tests set WEB-T1 passed', { into, env })
    await expect.poll(() => remote.requests.some(({ method }) => method === 'POST')).toBe(true)
    running.kill('SIGINT')
    await untilIdle(running.pid)
    release()
    await untilIdle(running.pid)
    const early = take()
    expect(await running).toMatchObject({ exitCode: 130, stderr: '' })
    expect(early + take()).toBe('WEB-T1\n')
  },
)
