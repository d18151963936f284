import { execFileSync } from 'node:child_process'
import { closeSync, constants, createWriteStream, openSync, type WriteStream, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { untilIdle } from '../helpers/idle.ts'
import { createMachine, type Machine, type Running } from './machine.ts'
import { toldBy } from './problem.ts'
import { seed } from './seed.ts'

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

/** The end to write to of a pipe in which there is no room, and from which nothing is taken. */
const fullPipe = (): WriteStream => {
  const path = join(machine.folder, 'pipe')
  execFileSync('mkfifo', [path])
  const [reader, writer] = [constants.O_RDONLY, constants.O_WRONLY].map((way) =>
    openSync(path, way | constants.O_NONBLOCK),
  )
  opened.push(reader!, writer!)
  const page = Buffer.alloc(4096)
  try {
    for (;;) writeSync(writer!, page)
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' })
  }
  return createWriteStream(path, { fd: writer!, autoClose: false })
}

/** Starts a line whose answer is not taken, and sends the signal when it waits for that. */
const stopped = async (line: string, signal: NodeJS.Signals): Promise<Awaited<Running>> => {
  const running = machine.start(line, { into: fullPipe() })
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
