import { execFileSync, spawn } from 'node:child_process'
import { constants, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/machine.ts'
import { testctl } from '../helpers/program.ts'

let machine: Machine
let pipe: string
beforeEach(async () => {
  machine = await createMachine()
  pipe = join(machine.folder, 'p')
  execFileSync('mkfifo', [pipe])
})
afterEach(() => machine.remove())

const report = '<testsuite><testcase name="a"/></testsuite>'

const read = (...words: string[]) => {
  const child = spawn(...testctl(words), { cwd: machine.folder, env: machine.env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? '')),
  )
  return { child, ended }
}

/** Waits until a process has opened the pipe. */
const untilOpenIn = async (pid: number | undefined): Promise<void> => {
  const isOpen = () =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === pipe
      } catch {
        return false
      }
    })
  await expect.poll(isOpen).toBe(true)
}

describe.skipIf(process.platform !== 'linux')('a report that is a named pipe', () => {
  test.for<[signal: 'SIGTERM' | 'SIGINT', exitCode: number]>([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('and that nobody writes ends with %s', async ([signal, exitCode]) => {
    const { child, ended } = read('reports', 'read', 'p')
    await untilOpenIn(child.pid)
    child.kill(signal)
    expect(await ended).toBe(exitCode)
  })

  test('whose writer says nothing ends with a signal', async () => {
    const { child, ended } = read('reports', 'read', 'p')
    await untilOpenIn(child.pid)
    const writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    await writer.write('<testsuite>')
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    await writer.close()
  })

  test('is read to the end, whoever comes first', async () => {
    const first = read('reports', 'read', 'p')
    await untilOpenIn(first.child.pid)
    await writeFile(pipe, report)
    expect(await first.ended).toBe(0)
    const writing = writeFile(pipe, report)
    expect(await machine.type('testctl reports read p')).toMatchObject({ exitCode: 0 })
    await writing
  })

  test('in a folder of Allure is left out', async () => {
    const folder = join(machine.folder, 'allure-results')
    mkdirSync(folder)
    await writeFile(join(folder, '1-result.json'), '{"uuid":"1","name":"a","status":"passed"}')
    execFileSync('mkfifo', [join(folder, '2-result.json')])
    expect(await read('reports', 'read', 'allure-results').ended).toBe(0)
  })
})
