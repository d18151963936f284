import { writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Seen } from '../../helpers/world.ts'
import { untilIdle } from '../../helpers/idle.ts'
import { createMachine, type Machine } from '../machine.ts'
import { toldBy } from '../problem.ts'
import { type Executing, openExecuting, run, writes, untouched } from './executing.ts'

let there: Executing<Machine>
beforeEach(async () => {
  there = await openExecuting(createMachine)
})
afterEach(() => there.machine.remove())

/** Runs lines of a shell under `testctl exec`. */
const exec = (lines: string, ...flags: string[]): Promise<Seen> =>
  there.machine.run([...run, ...flags, '--', 'sh', '-c', lines])

describe('what the command gets', () => {
  test('is every word, untouched by testctl and by any shell', async () => {
    const words = ['--run', '--', '-h', '*', '$HOME', 'a b', "'", '', '{date}', 'ü', '--json']
    const script = `const fs = require('fs'); fs.mkdirSync('out'); fs.copyFileSync('good.xml', 'out/a.xml')
      console.log(JSON.stringify(process.argv.slice(1)))`
    const seen = await there.machine.run([...run, '--', process.execPath, '-e', script, '--', ...words])
    expect(seen.exitCode).toBe(0)
    expect(JSON.parse(seen.stdout)).toEqual(words)
  })

  test('is stdin, and all of it', async () => {
    const stdin = 'line\n'.repeat(400_000)
    const seen = await there.machine.run([...run, '--', 'sh', '-c', `${writes}; cat`], { stdin })
    expect(seen.exitCode).toBe(0)
    expect(seen.stdout === stdin).toBe(true)
  })

  test('is stdout and stderr, with a slow reader too: nothing is lost of much', async () => {
    const { stdout, exitCode } = await there.machine.shell(
      `testctl ${run.slice(0, 3).join(' ')} --report 'out/*.xml' -- sh -c '${writes}; seq 1 700000; seq 1 200000 >&2' 2>err | (sleep 1; tail -1)`,
    )
    expect({ stdout, exitCode }).toEqual({ stdout: '700000\n', exitCode: 0 })
    const said = await readFile(join(there.machine.folder, 'err'), 'utf8')
    expect(said.split('\n').indexOf('200000')).toBe(199_999)
    expect(said).toMatch(/^200000\nWEB-R1 Nightly 1$/m)
  })

  test('is the environment and the folder', async () => {
    const seen = await there.machine.run([...run, '--', 'sh', '-c', `${writes}; echo $CANARY; pwd`], {
      env: { CANARY: 'x' },
    })
    expect(seen.stdout).toBe(`x\n${there.machine.folder}\n`)
  })
})

describe('the answer', () => {
  test('is on stderr as JSON, and in a file', async () => {
    const seen = await exec(`${writes}; echo mine`, '--json', '--summary-json', 'sub/summary.json')
    expect(seen).toMatchObject({ exitCode: 0, stdout: 'mine\n' })
    const summary = JSON.parse(seen.stderr) as { tests: { set: number } }
    expect(summary.tests.set).toBe(2)
    expect(JSON.parse(await readFile(join(there.machine.folder, 'sub/summary.json'), 'utf8'))).toEqual(summary)
  })

  test('of a dry run is what would be done, after a command that really ran', async () => {
    const seen = await exec(`${writes}; echo ran`, '--dry-run')
    expect(seen).toMatchObject({ exitCode: 0, stdout: 'ran\n' })
    expect(seen.stderr).toMatch(/WEB-R1/)
    expect(await there.resultsIn()).toEqual(untouched)
  })
})

describe('a signal', () => {
  const waiting = (trap: string) => `${writes}; trap '${trap}' INT TERM; echo $$ > ready; while :; do sleep 0.05; done`
  const isReady = () =>
    expect
      .poll(() =>
        stat(join(there.machine.folder, 'ready')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)

  test.for([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    '%s is passed on, the command ends in its own time, and nothing is submitted',
    async ([signal, exitCode]) => {
      writeFileSync(join(there.machine.folder, 'child.sh'), waiting('sleep 0.5; echo done > ended; exit 0'))
      const running = there.machine.start(`testctl ${run.map((word) => `'${word}'`).join(' ')} -- sh child.sh`)
      await isReady()
      running.kill(signal)
      const seen = await running
      expect(toldBy(seen as Seen)).toMatchObject({
        exitCode,
        error: 'sh child.sh was stopped (0); nothing was submitted',
      })
      expect(await readFile(join(there.machine.folder, 'ended'), 'utf8')).toBe('done\n')
      expect(await there.resultsIn()).toEqual(untouched)
    },
  )

  test('a third Ctrl-C ends testctl, whatever the command does', async () => {
    writeFileSync(join(there.machine.folder, 'child.sh'), `trap '' INT; echo > ready; cat`)
    const running = there.machine.start(`testctl ${run.map((word) => `'${word}'`).join(' ')} -- sh child.sh`, {
      open: true,
    })
    await isReady()
    for (const _ of ['first', 'second']) {
      running.kill('SIGINT')
      await untilIdle(running.pid)
    }
    running.kill('SIGINT')
    // Ends the command only after testctl: Linux may report the end of a child, to another thread, before a signal that was sent earlier.
    await new Promise((resolve) => running.once('exit', resolve))
    running.stdin!.end()
    expect(await running).toMatchObject({ exitCode: 130, stderr: '' })
  })

  test('that the command does not survive is told the same way', async () => {
    writeFileSync(join(there.machine.folder, 'child.sh'), `${writes}; echo > ready; exec sleep 60`)
    const running = there.machine.start(`testctl ${run.map((word) => `'${word}'`).join(' ')} -- sh child.sh`)
    await isReady()
    running.kill('SIGTERM')
    expect(toldBy((await running) as Seen)).toMatchObject({
      exitCode: 143,
      error: 'sh child.sh was stopped (143); nothing was submitted',
    })
  })
})
