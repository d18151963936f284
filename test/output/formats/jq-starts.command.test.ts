import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createExpression } from '../../../src/output/jq/index.ts'
import { InterruptedError } from '../../../src/errors.ts'
import { aTest, see } from '../sights.ts'
import { ioWith, list, rows } from '../filtered.ts'

// Counts how often the bundled jq starts on a machine that has no jq. Each start is a line of a file.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jq-'))
  await writeFile(join(folder, 'node'), `#!/bin/sh\necho start >>'${folder}/starts'\nexec '${process.execPath}' "$@"\n`)
  await chmod(join(folder, 'node'), 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

const prepare = (text: string, setting: { stop?: AbortSignal } = {}) => {
  const io = Object.assign(ioWith(folder, { path: folder, ...setting }), { node: join(folder, 'node') })
  return createExpression(io, text, { pretty: false })
}
const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).split('\n').length - 1

test('an expression that is checked is run by the same process', async () => {
  const jq = prepare('.[].name, "", (debug | empty)')
  await jq.check()
  const { out, err, error } = await see({ format: 'json', openFilter: jq.open }, list)
  expect({ out, error }).toEqual({ out: 'Login works\ntwo\nlines\n\n', error: undefined })
  expect(err).toContain('"DEBUG:"')
  expect(await starts()).toBe(1)
})

test('a wrong one is told by the first', async () => {
  await expect(prepare('.[').check()).rejects.toThrow(/^jq: syntax error/)
  expect(await starts()).toBe(1)
})

test('one that fails midway does so in its own words', async () => {
  const jq = prepare('.[0].name, (.[0].name | .x)')
  await jq.check()
  const { out, error } = await see({ format: 'json', openFilter: jq.open }, list)
  expect(out).toBe('Login works\n')
  expect(error).toMatchObject({ message: expect.stringMatching(/^jq: Cannot index string with string/) })
})

test('a long list is read by a fresh one, which is optimised', async () => {
  const jq = prepare('length')
  await jq.check()
  const many = Array.from({ length: 3000 }, (_, at) => aTest(at, { name: 'x'.repeat(200) }))
  const { out } = await see({ format: 'json', openFilter: jq.open }, (printer) => printer.list('tests', many))
  expect(out).toBe('3000\n')
  expect(await starts()).toBe(2)
})

test('a second answer is read by a second one', async () => {
  const jq = prepare('.name')
  await jq.check()
  const { out } = await see({ format: 'json', openFilter: jq.open }, async (printer) => {
    for (const row of rows) await printer.item('tests', row)
  })
  expect(out).toBe('Login works\ntwo\nlines\n')
  expect(await starts()).toBe(2)
})

test('what was done before Ctrl-C, which ends jq too, is told', async () => {
  const controller = new AbortController()
  const jq = prepare('.name', { stop: controller.signal })
  await jq.check()
  controller.abort(new InterruptedError('interrupted'))
  const { out } = await see({ format: 'json', openFilter: jq.open }, (printer) =>
    printer.changed('tests', rows[0]!, 'Done'),
  )
  expect(out).toBe('Login works\n')
})
