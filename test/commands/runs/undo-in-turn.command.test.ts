import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

// Several submissions into one run, undone one after the other. DECISIONS 303

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const passing = '1..1\nok 1 - logs out\n'
const failing = (why: string) => `1..1\nnot ok 1 - logs out\n  ---\n  message: ${why}\n  ...\n`

/** Submits a report to WEB-R1. Returns the line that undoes it. */
const submit = async (report: string, flags = '') => {
  await writeFile(join(world.folder, 'report.tap'), report)
  const lines = await world.prints(`testctl runs submit report.tap --run WEB-R1${flags}`)
  return /testctl runs undo .*/.exec(lines)?.[0] ?? ''
}
const result = async () => (await world.prints('testctl tests get WEB-T2 --columns result')).trim()
const comments = async () => {
  const rows = await world.json<{ content: string }[]>('testctl comments list WEB-T2')
  return rows.map(({ content }) => content)
}

test('the one before the last is undone after it', async () => {
  const first = await submit(passing)
  const last = await submit(failing('no button'))
  expect(await world.prints(last)).toContain('put back   1 result')
  expect(await result()).toBe('passed')
  expect(await world.prints(first)).toContain('put back   1 result')
  expect(await result()).toBe('untested')
})

test('who undoes the last one again reads how to undo the one before', async () => {
  const first = await submit(passing)
  await submit(failing('no button'))
  expect(await world.prints('testctl runs undo WEB-R1')).not.toContain('before it')
  expect(await world.prints('testctl runs undo WEB-R1')).toContain(`  unchanged  1\n  earlier    ${first}\n`)
  await world.prints(first)
  expect(await world.prints('testctl runs undo')).not.toContain('before it')
})

test('the one before is one that was not undone, too', async () => {
  const first = await submit(passing)
  const second = await submit(failing('no button'))
  await submit(passing)
  await world.prints('testctl runs undo')
  await world.prints(second)
  expect(await world.prints('testctl runs undo')).toContain(`  earlier    ${first}\n`)
})

test('a dry run of that says on a terminal that nothing would be changed, and names the one before', async () => {
  const first = await submit(passing)
  await submit(failing('no button'))
  await world.prints('testctl runs undo')
  expect(await world.type('testctl runs undo --dry-run', { terminal: 80 })).toEqual({
    exitCode: 0,
    stdout: 'nothing would be changed\n',
    stderr: `to look at the submission before: ${first} --dry-run\n`,
  })
  expect(await world.type('testctl runs undo --dry-run')).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  expect(await world.json('testctl runs undo --dry-run')).toEqual([])
})

test.each(['.ndjson', '.journal', ''])(
  'three are undone in turn, whose journals are called by an ending: %j',
  async (ending) => {
    const undos = [
      await submit(passing, ` --journal first${ending}`),
      await submit(failing('no button'), ` --journal second${ending}`),
      await submit(passing, ` --journal third${ending}`),
    ]
    const seen: string[] = []
    for (const line of undos.toReversed()) {
      await world.prints(line)
      seen.push(await result())
    }
    expect(seen).toEqual(['failed', 'passed', 'untested'])
  },
)

test('another submission after an undo is undone, and then the one before', async () => {
  const first = await submit(passing)
  await world.prints(await submit(failing('no button')))
  await world.prints(await submit(failing('no link')))
  await world.prints(first)
  expect(await result()).toBe('untested')
})

test('a comment that an undo wrote once more is taken away by the next one', async () => {
  const first = await submit(failing('no button'))
  const last = await submit(failing('no link'), ' --comments all')
  expect(await comments()).toEqual([expect.stringContaining('no link')])
  await world.prints(last)
  expect(await comments()).toEqual([expect.stringContaining('no button')])
  expect(await world.prints(first)).toContain('comments   1 taken away')
  expect(await comments()).toEqual([])
})

test('what somebody set between two submissions is left', async () => {
  const first = await submit(passing)
  await world.prints('testctl tests set WEB-T2 inProgress')
  await world.prints('testctl tests set WEB-T2 passed')
  await world.prints(await submit(failing('no button')))
  const { exitCode, stderr } = await world.type(first)
  expect(exitCode).toBe(7)
  expect(stderr).toContain('left 1: changed since by ana')
  expect(await result()).toBe('passed')
})

test('two who undo the same at once: one does, the other is told so, and no comment is there twice', async () => {
  await submit(failing('no button'))
  await submit(failing('no page'), ' --journal second.ndjson')
  const ends = await Promise.all([1, 2].map(() => world.type('testctl runs undo second.ndjson')))
  expect(ends.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 6])
  expect(ends.map(({ stderr }) => stderr).join('')).toMatch(
    /^error: this submission is being resumed or undone already \(process \d+\)\n {2}wait for it; if there is none, remove .*second\.ndjson\.lock\n$/,
  )
  const all = await comments()
  expect([all.length, all.join('')]).toEqual([1, expect.stringContaining('no button')])
})

test('an undo that was killed keeps the next one out no more than a plan', async () => {
  await submit(passing, ' --journal first.ndjson')
  const lock = join(world.folder, 'first.ndjson.lock')
  await writeFile(lock, String(process.pid))
  expect(await world.prints('testctl runs undo first.ndjson --dry-run')).toContain('{"result":"untested"}')
  expect(await world.fails('testctl runs undo first.ndjson')).toMatchObject({ exitCode: 6 })
  await writeFile(lock, '999999999')
  expect(await world.prints('testctl runs undo first.ndjson')).toContain('put back   1 result')
  await expect(rm(lock)).rejects.toThrow('ENOENT')
})
