import { execFileSync } from 'node:child_process'
import { closeSync, constants, createWriteStream, existsSync, openSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { directOutput } from '../../src/system/direct-output.ts'
import type { OutputStream } from '../../src/system/io.ts'
import { createMachine, type Machine } from './machine.ts'
import { seed, seedLarge } from './seed.ts'

// The formats of an answer between real processes: a reader leaves, a disk is full, jq is missing.

const forms = ['--csv', "--template '{identifier}\\t{name}'", "--jq '.[]'"]
const withoutJq =
  'mkdir bin; ln -s "$(command -v node)" "$(command -v head)" bin; testctl=$(command -v testctl); PATH=$PWD/bin'
let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  await seed(machine.folder)
})
afterEach(() => machine.remove())

describe.each(forms)('%s', (form) => {
  test('ends quietly when its reader leaves', async () => {
    // More than a pipe holds, because what fits into one is written even if its reader leaves.
    machine.env['TESTCTL_URL'] = await seedLarge(machine.folder, 300, 300)
    const line = `testctl tests list WEB-R8 ${form} | head -n 2; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await machine.shell(`set +eo pipefail\n${line}`)
    expect(stdout.split('\n')).toHaveLength(4)
    expect({ stdout: stdout.split('\n')[2], stderr }).toEqual({ stdout: '141', stderr: '' })
  })

  test.skipIf(!existsSync('/dev/full'))('tells that the disk is full', async () => {
    const { stderr, exitCode } = await machine.typeHere(`testctl tests list WEB-R7 ${form}`, { stdout: toFullDisk() })
    expect(stderr).toMatch(/ENOSPC.*free some space/s)
    expect(exitCode).toBe(6)
  })

  test('prints nothing where the service fails', async () => {
    const { stdout, stderr, exitCode } = await machine.typeHere(`testctl tests list WEB-R99 ${form}`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 })
    expect(stderr).toMatch(/^error: there is no /)
  })
})

/** Makes a folder for a PATH without jq. */
const folderWithNode = async (): Promise<string> => {
  const bin = join(machine.folder, 'only-node')
  await mkdir(bin)
  await symlink(process.execPath, join(bin, 'node'))
  return bin
}

describe('--jq', () => {
  test('refuses a wrong expression before anything is sent', async () => {
    const { stdout, stderr, exitCode } = await machine.typeHere(`testctl tests set WEB-T1 failed -v --jq '.['`)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).not.toMatch(/^> /m)
    expect(stderr).toMatch(/^error: jq: syntax/)
    expect(await machine.aside('testctl tests get WEB-T1 --template {result}')).not.toBe('failed\n')
  })

  test('never runs what lies in the current folder', async () => {
    await writeFile(join(machine.folder, 'jq'), '#!/bin/sh\ntouch ran\necho jq-1.7\n')
    await chmod(join(machine.folder, 'jq'), 0o755)
    const { stdout } = await machine.shell(`PATH=".::$PATH:" testctl tests get WEB-T1 --jq .name; ls`)
    expect(stdout).toMatch(/^logs in\n/)
    expect(stdout).not.toContain('ran')
  })

  test('works on a machine that has none', async () => {
    const seen = await machine.shell(`${withoutJq}\n"$testctl" tests list WEB-R7 --jq 'map(.result) | unique'`)
    expect(seen).toMatchObject({ stdout: '["failed","inProgress","passed","untested"]\n', exitCode: 0 })
  })

  describe.each(['of the machine', 'that comes along'])('the jq %s', (which) => {
    const endless = "--jq 'range(1; infinite)'"
    const own = which === 'that comes along'

    test('brings what never ends as it comes, and ends with its reader', async () => {
      const lines = `set +eo pipefail\n${own ? withoutJq : 'testctl=testctl'}\n"$testctl" projects list ${endless} | head -n 2; echo "\${PIPESTATUS[0]}"`
      expect(await machine.shell(lines)).toEqual({
        stdout: '1\n2\n141\n',
        stderr: '',
        exitCode: 0,
      })
    })

    test('ends at Ctrl-C', async () => {
      const running = machine.start(`testctl projects list ${endless}`, {
        env: own ? { PATH: await folderWithNode() } : {},
      })
      running.stdout?.once('data', () => running.kill('SIGINT'))
      const { exitCode, stderr } = await running
      expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: 'error: interrupted\n' })
    })
  })

  test('has no key to show', async () => {
    const env = { TESTCTL_API_KEY: 'canary-0123456789' }
    const { stdout } = await machine.type(`testctl projects list --jq 'env, $ENV, input_filename'`, { env })
    expect(stdout).toContain('PATH')
    expect(stdout).not.toMatch(/canary|TESTCTL/)
  })

  test('chooses from what testctl api is answered', async () => {
    const { stdout } = await machine.typeHere(`testctl api /v1/projects --jq '.projects[].identifier'`)
    expect(stdout).toContain('WEB\n')
    const pages = await machine.typeHere(`testctl api projects.list --paginate --jq '.[].identifier'`)
    expect(pages).toEqual({ stdout, stderr: '', exitCode: 0 })
  })
})

/** Returns an output to a full disk. */
const toFullDisk = (): OutputStream => createWriteStream('/dev/full')

/** Returns an output whose reader has left. */
const toNobody = (): OutputStream => {
  const pipe = join(machine.folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const output = directOutput(openSync(pipe, 'w'), noStream)!
  closeSync(reader)
  return output
}

const noStream = (): never => {
  throw new Error('nothing waits for a reader')
}

// commander prints the help pages, and the printer prints everything else. A few of each also run as real processes.
test.skipIf(!existsSync('/dev/full'))(
  'whatever is printed, a full disk is told, and a reader who has left is not',
  async () => {
    const all = [
      '--help',
      '--version',
      '',
      'runs --help',
      'runs',
      'help exit-codes',
      'help tests set',
      'completion bash',
    ]
    const nobody = toNobody()
    for (const words of [...all, 'api --list', 'schema runs', 'doctor', 'cases history WEB-C1', 'runs status WEB-R7']) {
      const { stderr, exitCode } = await machine.typeHere(`testctl ${words}`, { stdout: toFullDisk() })
      expect({ words, stderr, exitCode }).toMatchObject({ stderr: expect.stringContaining('ENOSPC'), exitCode: 6 })
      const left = await machine.typeHere(`testctl ${words}`, { stdout: nobody })
      expect({ words, ...left }).toMatchObject({ words, stderr: '', exitCode: 141 })
    }
    for (const words of ['--help', 'completion bash', 'runs status WEB-R7']) {
      const { stderr, exitCode } = await machine.shell(`testctl ${words} > /dev/full`)
      expect({ words, stderr, exitCode }).toMatchObject({ stderr: expect.stringContaining('ENOSPC'), exitCode: 6 })
      const left = await machine.shell(`set +e; { testctl ${words}; echo $? >&2; } | exec true`)
      expect({ words, ...left }).toMatchObject({ words, stderr: '141\n', stdout: '' })
    }
  },
)

test.skipIf(!existsSync('/dev/full')).each([
  ['PUT /v1/projects -f name=New -f identifier=NEW -f icon=globe -f color=red -i', 7, 'do not run it again'],
  ['PUT /v1/projects -f name=New -i', 5, 'warning: the output cannot be written'],
])('api %s tells on a full disk what became of the change', async (words, code, said) => {
  const { stderr, exitCode } = await machine.shell(`testctl api ${words} > /dev/full`)
  expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: expect.stringContaining(said) })
})
