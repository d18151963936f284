import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError, TerminatedError } from '../../../src/errors.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Printing fails only after the change was carried out: the error must not tell the user to run the command again.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const env = { PATH: process.env['PATH'] ?? '' }
const said = expect.stringMatching(
  /^error: the command was carried out, but its answer could not be printed: jq: .*\n {2}do not run it again; a list or get shows what is there\n$/,
)

describe('a jq expression that fails on the answer of a change', () => {
  test.each([
    'cases create -p WEB --name New --jq .identifier.foo',
    'config set project WEB --jq .name.foo',
    "api projects.create --name New --identifier NEW --icon globe --color red --jq '.project.name.foo'",
  ])('%s', async (line) => {
    expect(await world.type(`testctl ${line}`, { env })).toEqual({ exitCode: 7, stdout: '', stderr: said })
  })

  test('api POST', async () => {
    const line = `testctl api POST /v1/tests/${await world.idOf('WEB-T7')} -f result=failed --jq .test.name.foo`
    expect(await world.type(line, { env })).toEqual({ exitCode: 7, stdout: '', stderr: said })
  })

  test('is a refusal still where nothing was changed', async () => {
    const { exitCode, stderr } = await world.type('testctl cases get WEB-C1 --jq .name.foo', { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: jq: /) })
  })

  test('does not hide what else went wrong', async () => {
    const { exitCode, stderr } = await world.type('testctl tests set WEB-T7 WEB-T999 passed --jq .[].name.foo', { env })
    expect(exitCode).toBe(7)
    expect(stderr).toContain('warning: the command was carried out, but its answer could not be printed: jq: ')
    expect(stderr).toContain('error: 1 of 2 tests ')
  })

  test.each([
    ['serve --store file:./new.db', 2],
    ['demo --file new.db --serve', 7],
  ])('the first key of a new store too: %s', async (line, code) => {
    const typed = { env, cwd: world.folder }
    const { exitCode, stdout, stderr } = await world.type(`testctl ${line} --port 0 --jq .url.foo`, typed)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toMatch(/^warning: the key of the owner of this store is \S{20,}: it is not shown again$/m)
    expect(stderr).toContain('error: ')
  })

  test('a new key is printed all the same, as it is shown only once', async () => {
    const { exitCode, stdout, stderr } = await world.type('testctl keys create --name ci --jq .name.foo', { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: said })
    expect(stdout).toMatch(/^\S{20,}\n$/)
  })
})

describe('a change whose answer is in jq when testctl is stopped', () => {
  /** Runs a command line and stops testctl as soon as jq has the answer. This jq never prints anything. */
  const stopWhilePrinting = async (line: string, reason: Error) => {
    const folder = join(world.folder, 'bin')
    const path = join(folder, 'jq')
    const script = `[ "$1" = --version ] && { echo jq-1.7; exit; }\n[ -z "$(cat)" ] && exit\ntouch '${path}.reads'\nexec sleep 60\n`
    await mkdir(folder)
    await writeFile(path, `#!/bin/sh\n${script}`)
    await chmod(path, 0o755)
    const stop = new AbortController()
    const PATH = [folder, env.PATH].join(delimiter)
    const ended = world.type(`${line} --jq .name`, { env: { PATH }, stop: stop.signal })
    await expect.poll(() => existsSync(`${path}.reads`)).toBe(true)
    stop.abort(reason)
    return ended
  }
  const carriedOut = (why: string) =>
    `the command was carried out, but its answer could not be printed: ${why}\n  do not run it again; a list or get shows what is there\n`

  test.each([
    [new InterruptedError('interrupted'), 130],
    [new TerminatedError('terminated'), 143],
  ])('is told as done: %s', async (reason, exitCode) => {
    const ended = await stopWhilePrinting('testctl tests set WEB-T7 failed', reason)
    expect(ended).toEqual({ exitCode, stdout: '', stderr: `error: ${carriedOut(reason.message)}` })
    const { stdout } = await world.type('testctl tests get WEB-T7 --json')
    expect(JSON.parse(stdout)).toMatchObject({ result: 'failed' })
  })

  test('does not hide what else went wrong', async () => {
    const ended = await stopWhilePrinting(
      'testctl tests set WEB-T7 WEB-T999 passed',
      new InterruptedError('interrupted'),
    )
    expect(ended).toMatchObject({
      exitCode: 130,
      stderr: expect.stringMatching(/^warning: [^]*\nerror: 1 of 2 tests /),
    })
  })

  test('has its new key printed, as it is shown only once', async () => {
    const ended = await stopWhilePrinting('testctl keys create --name ci', new InterruptedError('interrupted'))
    expect(ended).toEqual({
      exitCode: 130,
      stdout: expect.stringMatching(/^\S{20,}\n$/),
      stderr: `error: ${carriedOut('interrupted')}`,
    })
  })

  test('is interrupted, as anything is, where nothing was changed', async () => {
    const ended = await stopWhilePrinting('testctl cases get WEB-C1', new InterruptedError('interrupted'))
    expect(ended).toEqual({ exitCode: 130, stdout: '', stderr: 'error: interrupted\n' })
  })
})
