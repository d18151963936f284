import { writeFileSync } from 'node:fs'
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../helpers/programs.ts'
import { openBash, prompt } from '../helpers/terminal.ts'
import type { Seen } from '../helpers/world.ts'
import { createMachine, type Machine } from './machine.ts'
import { toldBy } from './problem.ts'
import { seed } from './seed.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await seed(machine.folder)
  await writeFile(join(machine.folder, 'good.xml'), report(['logs in', 'passed'], ['logs out', 'failed']))
})
afterEach(() => machine.remove())

const report = (...cases: [name: string, result: 'passed' | 'failed'][]): string =>
  `<testsuite>${cases.map(([name, result]) => `<testcase name="${name}">${result === 'failed' ? '<failure message="no"/>' : ''}</testcase>`).join('')}</testsuite>`

const run = ['exec', '--run', 'WEB-R1', '--report', 'out/*.xml']
const writes = 'mkdir -p out && cp good.xml out/new.xml'
/** Runs lines of a shell under `testctl exec`. */
const exec = (lines: string, ...flags: string[]): Promise<Seen> =>
  machine.run([...run, ...flags, '--', 'sh', '-c', lines])

const resultsIn = async (identifier = 'WEB-R1'): Promise<string[]> => {
  const { stdout } = await machine.type(`testctl tests list ${identifier} --json`)
  return (JSON.parse(stdout) as { result: string }[]).map(({ result }) => result)
}
const untouched = ['untested', 'untested']
const stored = ['passed', 'failed']

describe('the exit code', () => {
  test.for<[what: string, words: string[], exitCode: number]>([
    ['0 of a command that passed', ['sh', '-c', writes], 0],
    ['of a command that failed', ['sh', '-c', `${writes}; exit 3`], 3],
    ['255', ['sh', '-c', `${writes}; exit 255`], 255],
    ['of a command that was killed', ['sh', '-c', `${writes}; kill -KILL $$`], 137],
    ['of a command that was terminated', ['sh', '-c', `${writes}; kill -TERM $$`], 143],
    ['of a command that crashed', ['sh', '-c', `${writes}; kill -SEGV $$`], 139],
  ])('%s, with its results stored', async ([, words, exitCode]) => {
    const seen = await machine.run([...run, '--', ...words])
    expect(seen).toMatchObject({ exitCode, stdout: '' })
    expect(seen.stderr).toMatch(/^WEB-R1 Nightly 1\n/)
    expect(seen.stderr).not.toContain('error')
    expect(await resultsIn()).toEqual(stored)
  })

  test.for<[words: string[], exitCode: number, error: string]>([
    [['nonesuch', 'x'], 127, 'nonesuch: there is no such command'],
    [['./nonesuch'], 127, './nonesuch: there is no such command'],
    [['npm test'], 127, 'npm test: there is no such command'],
    [[''], 127, ': there is no such command'],
    [['./good.xml'], 126, './good.xml: it cannot be executed (EACCES)'],
    [['/tmp'], 126, '/tmp: it cannot be executed (EACCES)'],
  ])('of a shell when the command is %j', async ([words, exitCode, error]) => {
    expect(toldBy(await machine.run([...run, '--', ...words]))).toMatchObject({
      exitCode,
      error,
      next: expect.stringMatching(/\S/),
    })
  })

  test('8 when the command passed and the gate is not met', async () => {
    const { exitCode, stderr } = await exec(writes, '--gate', 'failed')
    expect(exitCode).toBe(8)
    expect(stderr).toMatch(/error: the gate of WEB-R1 is not met/)
  })

  test('7 when the command passed and not all results are for a test', async () => {
    const { exitCode, stderr } = await exec(`${writes}; sed -i 's/logs in/logs up/' out/new.xml`)
    expect(exitCode).toBe(7)
    expect(stderr).toMatch(/logs up/)
    expect(await resultsIn()).toEqual(['untested', 'failed'])
  })

  test('6 when the command passed and there is no service', async () => {
    const nowhere = { env: { TESTCTL_URL: 'http://127.0.0.1:9', TESTCTL_API_KEY: 'canary' } }
    expect(await machine.run([...run, '--', 'sh', '-c', writes], nowhere)).toMatchObject({ exitCode: 6 })
    const { exitCode, stderr } = await machine.run([...run, '--', 'sh', '-c', `${writes}; exit 4`], nowhere)
    expect(exitCode).toBe(4)
    expect(stderr).toMatch(/^error: sh -c .*failed \(4\); nothing listens at http:\/\/127.0.0.1:9/)
  })

  test('is that of the command when the gate is not met either, which is said', async () => {
    const { exitCode, stderr } = await exec(`${writes}; exit 1`, '--gate', 'failed')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/error: sh -c .* failed \(1\); the gate of WEB-R1 is not met/)
    expect(await resultsIn()).toEqual(stored)
  })

  test('stands in the error as JSON as well', async () => {
    const { exitCode, stderr } = await exec('exit 5', '--json')
    expect(exitCode).toBe(5)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'command_failed', exitCode: 5 } })
  })
})

describe('what the command gets', () => {
  test('is every word, untouched by testctl and by any shell', async () => {
    const words = ['--run', '--', '-h', '*', '$HOME', 'a b', "'", '', '{date}', 'ü', '--json']
    const script = `const fs = require('fs'); fs.mkdirSync('out'); fs.copyFileSync('good.xml', 'out/a.xml')
      console.log(JSON.stringify(process.argv.slice(1)))`
    const seen = await machine.run([...run, '--', process.execPath, '-e', script, '--', ...words])
    expect(seen.exitCode).toBe(0)
    expect(JSON.parse(seen.stdout)).toEqual(words)
  })

  test('is stdin, and all of it', async () => {
    const stdin = 'line\n'.repeat(400_000)
    const seen = await machine.run([...run, '--', 'sh', '-c', `${writes}; cat`], { stdin })
    expect(seen.exitCode).toBe(0)
    expect(seen.stdout === stdin).toBe(true)
  })

  test('is stdout and stderr, with a slow reader too: nothing is lost of much', async () => {
    const { stdout, exitCode } = await machine.shell(
      `testctl ${run.slice(0, 3).join(' ')} --report 'out/*.xml' -- sh -c '${writes}; seq 1 700000; seq 1 200000 >&2' 2>err | (sleep 1; tail -1)`,
    )
    expect({ stdout, exitCode }).toEqual({ stdout: '700000\n', exitCode: 0 })
    const said = await readFile(join(machine.folder, 'err'), 'utf8')
    expect(said.split('\n').indexOf('200000')).toBe(199_999)
    expect(said).toMatch(/^200000\nWEB-R1 Nightly 1$/m)
  })

  test('is the environment and the folder', async () => {
    const seen = await machine.run([...run, '--', 'sh', '-c', `${writes}; echo $CANARY; pwd`], { env: { CANARY: 'x' } })
    expect(seen.stdout).toBe(`x\n${machine.folder}\n`)
  })

  test.skipIf(lacks('script', 'stty'))('is the terminal', async () => {
    const inner = `${writes}; test -t 0 && test -t 1 && test -t 2 && stty size && echo yes`
    const { stdout, exitCode } = await machine.shell(
      `script -qec "stty cols 91 rows 17; testctl ${run.slice(0, 3).join(' ')} --report 'out/*.xml' -- sh -c '${inner}'" /dev/null </dev/null`,
    )
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^17 91\r?\nyes\r?\n/m)
    expect(stdout).toMatch(/WEB-R1 Nightly 1/)
  })
})

describe('reports', () => {
  const older = async (name: string) => {
    await mkdir(join(machine.folder, 'out'), { recursive: true })
    await writeFile(join(machine.folder, 'out', name), report(['logs in', 'failed'], ['logs out', 'failed']))
  }

  test('that were there before are not submitted: 7 when there are no others', async () => {
    await older('old.xml')
    const told = toldBy(await exec('true'))
    expect(told).toMatchObject({ exitCode: 7, error: 'no report was written: out/old.xml was there before' })
    expect(await resultsIn()).toEqual(untouched)
  })

  test('that were there before are left out and named when there are others', async () => {
    await older('old.xml')
    const { exitCode, stderr } = await exec(writes)
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^warning: not submitted, because sh -c .* did not write it: out\/old.xml$/m)
    expect(await resultsIn()).toEqual(stored)
  })

  test.for([
    ['written again, the same as before', 'cp out/a.xml x; sleep 0.05; cat x > out/a.xml'],
    ['put in the place of another, with its time', 'cp -p out/a.xml x; sleep 0.05; mv x out/a.xml'],
  ] as const)('%s, are submitted', async ([, lines]) => {
    await mkdir(join(machine.folder, 'out'))
    const path = join(machine.folder, 'out/a.xml')
    await writeFile(path, report(['logs in', 'passed'], ['logs out', 'failed']))
    await utimes(path, 1, 1)
    expect(await exec(`${lines}; touch -d @1 out/a.xml`)).toMatchObject({ exitCode: 0 })
    expect((await stat(path)).mtimeMs).toBe(1000)
    expect(await resultsIn()).toEqual(stored)
  })

  test('of several patterns are submitted together', async () => {
    await writeFile(join(machine.folder, 'one.xml'), report(['logs in', 'passed']))
    await writeFile(join(machine.folder, 'two.xml'), report(['logs out', 'failed']))
    const seen = await exec('mkdir -p a/b out; cp one.xml out/; cp two.xml a/b/', '--report', 'a/**/*.xml')
    expect(seen).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/in 2 reports/) })
    expect(await resultsIn()).toEqual(stored)
  })

  test('that are a folder are submitted when one in it was written; older ones in it are pointed out', async () => {
    const result = (name: string) =>
      JSON.stringify({ uuid: name, name, fullName: name, status: 'passed', stage: 'finished' })
    await mkdir(join(machine.folder, 'allure-results'))
    await writeFile(join(machine.folder, 'allure-results/1-result.json'), result('logs in'))
    await writeFile(join(machine.folder, 'new.json'), result('logs out'))
    const line = (lines: string) =>
      machine.run(['exec', '--run', 'WEB-R1', '--report', 'allure-results', '--', 'sh', '-c', lines])
    expect(await line('true')).toMatchObject({ exitCode: 7, stderr: expect.stringMatching(/allure-results was there/) })
    const seen = await line('cp new.json allure-results/2-result.json')
    expect(seen).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^warning: allure-results holds older/) })
    expect(await resultsIn()).toEqual(['passed', 'passed'])
    const fresh = await line('rm -r allure-results; mkdir allure-results; cp new.json allure-results/3-result.json')
    expect(fresh).toMatchObject({ exitCode: 0, stderr: expect.not.stringMatching(/warning/) })
  })

  test('that are missing are a 7 when the command passed, and only said when it failed', async () => {
    expect(toldBy(await exec('true'))).toMatchObject({
      exitCode: 7,
      error: 'no report was written: nothing is at out/*.xml',
    })
    expect(toldBy(await exec('exit 9'))).toMatchObject({
      exitCode: 9,
      error: 'sh -c exit 9 failed (9); no report was written: nothing is at out/*.xml',
    })
  })

  test('that are cut off submit nothing', async () => {
    const cut = 'mkdir -p out && head -c 40 good.xml > out/new.xml'
    expect(await exec(cut)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/out\/new.xml/) })
    expect(await exec(`${cut}; exit 3`)).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/out\/new.xml/) })
    expect(await resultsIn()).toEqual(untouched)
  })
})

describe('the answer', () => {
  test('is on stderr as JSON, and in a file', async () => {
    const seen = await exec(`${writes}; echo mine`, '--json', '--summary-json', 'sub/summary.json')
    expect(seen).toMatchObject({ exitCode: 0, stdout: 'mine\n' })
    const summary = JSON.parse(seen.stderr) as { tests: { set: number } }
    expect(summary.tests.set).toBe(2)
    expect(JSON.parse(await readFile(join(machine.folder, 'sub/summary.json'), 'utf8'))).toEqual(summary)
  })

  test('of a dry run is what would be done, after a command that really ran', async () => {
    const seen = await exec(`${writes}; echo ran`, '--dry-run')
    expect(seen).toMatchObject({ exitCode: 0, stdout: 'ran\n' })
    expect(seen.stderr).toMatch(/WEB-R1/)
    expect(await resultsIn()).toEqual(untouched)
  })
})

describe('a wrong line ends before anything runs', () => {
  test.for<[words: string[], error: RegExp]>([
    [['exec', '--run', 'WEB-R1', '--report', 'a.xml', 'touch', 'ran'], /the command stands after two dashes/],
    [['exec', '--run', 'WEB-R1', '--report', 'a.xml', 'touch', '--', 'ran'], /the command stands after two dashes/],
    [['exec', '--run', 'WEB-R1', '--report', 'a.xml', '--'], /missing required argument/],
    [['exec', '--run', 'WEB-R1', '--', 'touch', 'ran'], /required option '--report/],
    [['exec', '--report', 'a.xml', '--', 'touch', 'ran'], /into which run/],
    [['exec', '--run', 'WEB-R1', '--report', '-', '--', 'touch', 'ran'], /stdin is that of the command/],
    [['exec', '--run', 'WEB-R1', '--report', '', '--', 'touch', 'ran'], /--report takes the name of a file/],
    [[...run, '--gate', 'passed', '--', 'touch', 'ran'], /--gate names/],
    [[...run, '--skipped', 'maybe', '--', 'touch', 'ran'], /maybe/],
    [['exec', '--name', 'CI {brunch}', '--report', 'a.xml', '--', 'touch', 'ran'], /\{brunch\}/],
    [['exec', '--name', 'CI {branch}', '--report', 'a.xml', '--', 'touch', 'ran'], /\{branch\}/],
  ])('%j', async ([words, error]) => {
    const seen = await machine.run(words)
    expect(seen).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(error) })
    expect(Object.keys(await machine.files()).filter((file) => file.endsWith('/ran'))).toEqual([])
  })

  test('a service that is not named', async () => {
    const seen = await machine.run([...run, '--', 'touch', 'ran'], { env: { TESTCTL_URL: undefined } })
    expect(seen).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/no service is named/) })
    expect(Object.keys(await machine.files()).filter((file) => file.endsWith('/ran'))).toEqual([])
  })
})

describe('a signal', () => {
  const waiting = (trap: string) => `${writes}; trap '${trap}' INT TERM; echo $$ > ready; while :; do sleep 0.05; done`
  const isReady = () =>
    expect
      .poll(
        () =>
          stat(join(machine.folder, 'ready')).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)

  test.for([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    '%s is passed on, the command ends in its own time, and nothing is submitted',
    async ([signal, exitCode]) => {
      writeFileSync(join(machine.folder, 'child.sh'), waiting('sleep 0.5; echo done > ended; exit 0'))
      const running = machine.start(`testctl ${run.map((word) => `'${word}'`).join(' ')} -- sh child.sh`)
      await isReady()
      running.kill(signal)
      const seen = await running
      expect(toldBy(seen as Seen)).toMatchObject({
        exitCode,
        error: 'sh child.sh was stopped (0); nothing was submitted',
      })
      expect(await readFile(join(machine.folder, 'ended'), 'utf8')).toBe('done\n')
      expect(await resultsIn()).toEqual(untouched)
    },
  )

  test('that the command does not survive is told the same way', async () => {
    writeFileSync(join(machine.folder, 'child.sh'), `${writes}; echo > ready; exec sleep 60`)
    const running = machine.start(`testctl ${run.map((word) => `'${word}'`).join(' ')} -- sh child.sh`)
    await isReady()
    running.kill('SIGTERM')
    expect(toldBy((await running) as Seen)).toMatchObject({
      exitCode: 143,
      error: 'sh child.sh was stopped (143); nothing was submitted',
    })
  })
})

test.skipIf(lacks('tmux', 'bash', 'stty'))('Ctrl-C on a terminal reaches the command once', async () => {
  const terminal = await openBash()
  try {
    await seed(terminal.folder)
    await writeFile(
      join(terminal.folder, 'child.sh'),
      `trap 'echo got >> ints' INT; echo ready; for i in $(seq 30); do sleep 0.1; done; test -e ints`,
    )
    await terminal.see(new RegExp(`^${prompt}`))
    await terminal.type('testctl exec --run WEB-R1 --report a.xml -- sh child.sh; echo code $?', 'Enter')
    await terminal.see(/^ready$/m)
    await terminal.type('', 'C-c')
    await terminal.see(/error: sh child.sh was stopped \(0\); nothing was submitted\s[^]*code 130/)
    expect(await readFile(join(terminal.folder, 'ints'), 'utf8')).toBe('got\n')
  } finally {
    await terminal.close()
  }
})
