import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InterruptedError } from '../../../src/errors.ts'
import { aTest } from '../sights.ts'
import { own, filterIn, list } from '../filtered.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jq-'))
})
afterEach(() => rm(folder, { recursive: true }))
const filter = filterIn(() => folder)

/** Writes a script with the name jq, and returns a PATH that finds it first. */
const impostor = async (script: string) => {
  await writeFile(join(folder, 'jq'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'jq'), 0o755)
  return [folder, own].join(delimiter)
}
/** The same for a script that also claims to be jq 1.7. */
const liar = (script: string) => impostor(`[ "$1" = --version ] && { echo jq-1.7; exit; }\n${script}`)

describe('what goes by the name of jq', () => {
  test('and is something else is not used', async () => {
    const path = await impostor('echo jumpquest 2.0')
    expect((await filter('.[0].name', { path, cwd: '/' }, list)).out).toBe('Login works\n')
  })

  test('in the current folder is not run, however the PATH names that', async () => {
    await impostor('touch ran; echo jq-1.7')
    for (const path of [`:${own}`, `.:${own}`, `${folder}:${own}`, `${own}:`, `./:${own}`])
      expect((await filter('.[0].name', { path }, list)).out).toBe('Login works\n')
    await expect(chmod(join(folder, 'ran'), 0o644)).rejects.toThrow('ENOENT')
  })

  test('and ends without reading is done with what it said', async () => {
    const path = await liar('echo enough')
    const many = async function* () {
      for (let at = 0; at < 50_000; at++) yield aTest(at)
    }
    const { out, error } = await filter('.', { path, cwd: '/' }, (printer) => printer.list('tests', many()))
    expect({ out, error }).toEqual({ out: 'enough\n', error: undefined })
  })

  test.each([
    ['kill -KILL $$', 'jq was ended by SIGKILL'],
    ['exit 3', 'jq: it failed with exit code 3'],
    ['echo "jq: error: no way" >&2; exit 5', 'jq: no way'],
    [
      'echo "jq: error: Aborted(). Build with -sASSERTIONS for more info." >&2; exit 5',
      'jq: the expression needs too much memory',
    ],
    ['cat > /dev/null; yes x | head -c 1000000 >&2; exit 1', expect.stringMatching(/^jq: (x\n){100}/)],
  ])('and does %j fails', async (script, message) => {
    const { error } = await filter('.', { path: await liar(script), cwd: '/' }, list)
    expect(error).toMatchObject({ message, exitCode: 2 })
  })

  test('and hangs is ended when testctl is', async () => {
    const stop = new AbortController()
    const path = await liar(`touch '${folder}/begun'; exec sleep 600`)
    const reading = filter('.', { path, cwd: '/', stop: stop.signal }, list)
    await expect.poll(() => existsSync(join(folder, 'begun'))).toBe(true)
    stop.abort(new InterruptedError('interrupted'))
    expect((await reading).error).toBeInstanceOf(InterruptedError)
  })
})

test('a slow reader holds jq back, and a slow jq the rows', async () => {
  const path = await liar('sleep 600')
  const stop = new AbortController()
  let made = 0
  const endless = async function* () {
    for (;;) {
      if (++made === 100) setTimeout(() => stop.abort(new InterruptedError('enough')), 300)
      yield aTest(made)
    }
  }
  const { error } = await filter('.', { path, cwd: '/', stop: stop.signal }, (printer) =>
    printer.list('tests', endless()),
  )
  expect(error).toBeInstanceOf(InterruptedError)
  expect(made).toBeLessThan(20_000)
})
