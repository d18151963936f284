import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from '../machine.ts'
import { toldBy } from '../problem.ts'
import { type Executing, openExecuting, run, writes, stored } from './executing.ts'

let there: Executing<Machine>
beforeEach(async () => {
  there = await openExecuting(createMachine)
})
afterEach(() => there.machine.remove())

describe('the exit code', () => {
  test.for<[what: string, words: string[], exitCode: number]>([
    ['0 of a command that passed', ['sh', '-c', writes], 0],
    ['of a command that failed', ['sh', '-c', `${writes}; exit 3`], 3],
    ['255', ['sh', '-c', `${writes}; exit 255`], 255],
    ['of a command that was killed', ['sh', '-c', `${writes}; kill -KILL $$`], 137],
    ['of a command that was terminated', ['sh', '-c', `${writes}; kill -TERM $$`], 143],
    ['of a command that crashed', ['sh', '-c', `${writes}; kill -SEGV $$`], 139],
  ])('%s, with its results stored', async ([, words, exitCode]) => {
    const seen = await there.machine.run([...run, '--', ...words])
    expect(seen).toMatchObject({ exitCode, stdout: '' })
    expect(seen.stderr).toMatch(/^WEB-R1 Nightly 1\n/)
    expect(seen.stderr).not.toContain('error')
    expect(await there.resultsIn()).toEqual(stored)
  })

  test.for<[words: string[], exitCode: number, error: string]>([
    [['nonesuch', 'x'], 127, 'nonesuch: there is no such command'],
    [['./nonesuch'], 127, './nonesuch: there is no such command'],
    [['npm test'], 127, 'npm test: there is no such command'],
    [[''], 127, ': there is no such command'],
    [['./good.xml'], 126, './good.xml: it cannot be executed (EACCES)'],
    [['/tmp'], 126, '/tmp: it cannot be executed (EACCES)'],
  ])('of a shell when the command is %j', async ([words, exitCode, error]) => {
    expect(toldBy(await there.runHere([...run, '--', ...words]))).toMatchObject({
      exitCode,
      error,
      next: expect.stringMatching(/\S/),
    })
  })

  test('126 of a file in the PATH that is no program', async () => {
    const { folder, env } = there.machine
    writeFileSync(join(folder, 'plain'), '')
    const PATH = [folder, env['PATH']].join(delimiter)
    expect(toldBy(await there.runHere([...run, '--', 'plain'], { PATH }))).toMatchObject({
      exitCode: 126,
      error: 'plain: it cannot be executed (EACCES)',
    })
  })

  test.skipIf(process.getuid?.() === 0)('127 too where the PATH names a folder that is closed', async () => {
    const { folder, env } = there.machine
    mkdirSync(join(folder, 'closed'), { mode: 0o000 })
    const PATH = [join(folder, 'closed'), env['PATH']].join(delimiter)
    expect(toldBy(await there.runHere([...run, '--', 'nonesuch'], { PATH }))).toMatchObject({
      exitCode: 127,
      error: 'nonesuch: there is no such command',
    })
  })

  test('8 when the command passed and the gate is not met', async () => {
    const { exitCode, stderr } = await there.execHere(writes, '--gate', 'failed')
    expect(exitCode).toBe(8)
    expect(stderr).toMatch(/error: the gate of WEB-R1 is not met/)
  })

  test('7 when the command passed and not all results are for a test', async () => {
    const { exitCode, stderr } = await there.execHere(`${writes}; sed -i 's/logs in/logs up/' out/new.xml`)
    expect(exitCode).toBe(7)
    expect(stderr).toMatch(/logs up/)
    expect(await there.resultsIn()).toEqual(['untested', 'failed'])
  })

  test('6 when the command passed and there is no service', async () => {
    const nowhere = { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'canary' }
    expect(await there.runHere([...run, '--', 'sh', '-c', writes], nowhere)).toMatchObject({ exitCode: 6 })
    const { exitCode, stderr } = await there.runHere([...run, '--', 'sh', '-c', `${writes}; exit 4`], nowhere)
    expect(exitCode).toBe(4)
    expect(stderr).toMatch(/^error: sh -c .*failed \(4\); nothing listens at http:\/\/127.0.0.1:9/)
  })

  test('is that of the command when the gate is not met either, which is said', async () => {
    const { exitCode, stderr } = await there.execHere(`${writes}; exit 1`, '--gate', 'failed')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/error: sh -c .* failed \(1\); the gate of WEB-R1 is not met/)
    expect(await there.resultsIn()).toEqual(stored)
  })

  test('stands in the error as JSON as well', async () => {
    const { exitCode, stderr } = await there.execHere('exit 5', '--json')
    expect(exitCode).toBe(5)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'command_failed', exitCode: 5 } })
  })
})

describe('a wrong line ends before anything runs', () => {
  test.for<[words: string[], error: RegExp]>([
    [['exec', '--run', 'WEB-R1', '--report', 'a.xml', 'touch', 'ran'], /the command comes after --/],
    [['exec', '--run', 'WEB-R1', '--report', 'a.xml', 'touch', '--', 'ran'], /the command comes after --/],
    [['exec', '--run', 'WEB-R1', '--report', 'a.xml', '--'], /missing required argument/],
    [['exec', '--run', 'WEB-R1', '--', 'touch', 'ran'], /required option '--report/],
    [['exec', '--report', 'a.xml', '--', 'touch', 'ran'], /into which run/],
    [['exec', '--run', 'WEB-R1', '--report', '-', '--', 'touch', 'ran'], /stdin belongs to the command/],
    [['exec', '--run', 'WEB-R1', '--report', '', '--', 'touch', 'ran'], /--report takes the name of a file/],
    [[...run, '--gate', 'passed', '--', 'touch', 'ran'], /passed cannot be one of them/],
    [[...run, '--skipped', 'maybe', '--', 'touch', 'ran'], /maybe/],
    [['exec', '--name', 'CI {brunch}', '--report', 'a.xml', '--', 'touch', 'ran'], /\{brunch\}/],
    [['exec', '--name', 'CI {branch}', '--report', 'a.xml', '--', 'touch', 'ran'], /\{branch\}/],
  ])('%j', async ([words, error]) => {
    const seen = await there.runHere(words)
    expect(seen).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(error) })
    expect(existsSync(join(there.machine.folder, 'ran'))).toBe(false)
  })

  test('a service that is not named', async () => {
    delete there.machine.env['TESTCTL_URL']
    const seen = await there.runHere([...run, '--', 'touch', 'ran'])
    expect(seen).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/no service is named/) })
    expect(existsSync(join(there.machine.folder, 'ran'))).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('a --summary-json that cannot be written', () => {
  test('does not replace that not all results are stored: 7', async () => {
    const lines = `${writes}; sed -i 's/logs in/logs up/' out/new.xml`
    const { exitCode, stderr } = await there.execHere(lines, '--summary-json', '/dev/full')
    expect(exitCode).toBe(7)
    expect(stderr).toContain('/dev/full cannot be written')
  })

  test('is an error where all is stored; a gate that is not met is said as well: 2', async () => {
    const { exitCode, stderr } = await there.execHere(writes, '--gate', 'failed', '--summary-json', '/dev/full')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('the gate of WEB-R1 is not met')
    expect(stderr).toMatch(/^error: \/dev\/full cannot be written: the disk is full$/m)
  })
})
