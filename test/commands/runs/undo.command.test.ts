import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const submit = async (run: string, lines: string) => {
  await writeFile(join(world.folder, 'report.tap'), lines)
  return world.prints(`testctl runs submit report.tap --run ${run} --comments none`)
}
const both = '1..2\nok 1 - logs in\nok 2 - logs out\n'
const result = async (id: string) => (await world.prints(`testctl tests get ${id} --columns result`)).trim()

test('every submission ends with the line that undoes it', async () => {
  const lines = await submit('WEB-R1', both)
  const [, line = ''] = /\n {2}undo {7}(testctl runs undo \d{4}-[\w-]+)\n$/.exec(lines) ?? []
  expect(await world.prints(line)).toContain('put back   2 results')
  expect(await result('WEB-T1')).toBe('untested')
})

test('one that changed nothing has none, and is not what is undone', async () => {
  await submit('WEB-R1', both)
  expect(await submit('WEB-R1', both)).not.toContain('undo')
  expect(await world.prints('testctl runs undo')).toContain('WEB-R1 Nightly 1\n  put back   2 results')
})

test('without an argument the latest submission is undone, and twice is once', async () => {
  await submit('WEB-R1', both)
  await submit('WEB-R2', both)
  expect(await world.prints('testctl runs undo')).toContain('WEB-R2 Nightly 2\n  put back   2 results')
  expect(await world.prints('testctl runs undo')).toContain('WEB-R2 Nightly 2\n  put back   0 results\n  unchanged  2')
  expect(await result('WEB-T1')).toBe('passed')
})

test('with a run the latest submission into it is', async () => {
  await submit('WEB-R1', both)
  await submit('WEB-R2', both)
  for (const run of ['web-r1', 'R1 -p WEB', await world.idOf('WEB-R1')])
    expect(await world.prints(`testctl runs undo ${run}`)).toContain('WEB-R1 Nightly 1\n  put back')
  expect(await result('WEB-T1')).toBe('untested')
  expect(await result('WEB-T3')).toBe('passed')
})

test('a submission whose run was deleted says so, and the next undo is of the one before', async () => {
  await submit('WEB-R1', both)
  await submit('WEB-R2', both)
  await world.prints('testctl runs delete WEB-R2 --yes')
  for (const [flags, hint] of [
    [' --dry-run', ''],
    ['', ' --dry-run'],
  ])
    expect(await world.fails(`testctl runs undo${flags}`)).toMatchObject({
      exitCode: 3,
      stderr: `error: the run WEB-R2 was deleted: there is nothing to undo\n  try: testctl runs undo${hint}\n`,
    })
  expect(await world.prints('testctl runs undo')).toContain('WEB-R1 Nightly 1\n  put back   2 results')
})

test('what somebody changed since is left and named, and the exit code is 7', async () => {
  await submit('WEB-R1', both)
  await world.prints('testctl tests set WEB-T2 failed')
  expect((await world.type('testctl runs undo --dry-run')).stderr).toMatch(
    /^error: would put back 1, leave 1: changed since by ana$/m,
  )
  expect(await world.type('testctl runs undo')).toEqual({
    exitCode: 7,
    stdout: [
      'WEB-R1 Nightly 1',
      '  put back   1 result',
      '  left       1',
      '    WEB-T2 logs out: changed since by ana: it holds failed',
      '',
    ].join('\n'),
    stderr: 'error: put back 1, left 1: changed since by ana\n  try: testctl tests set WEB-T2 untested\n',
  })
})

test('a test that is left keeps the comment that says why it failed', async () => {
  await writeFile(join(world.folder, 'report.tap'), '1..1\nnot ok 1 - logs out\n  ---\n  message: no button\n  ...\n')
  await world.prints('testctl runs submit report.tap --run WEB-R1')
  await world.prints('testctl tests set WEB-T2 passed')
  await world.prints('testctl tests set WEB-T2 failed')
  const { stdout, exitCode } = await world.type('testctl runs undo')
  expect(exitCode).toBe(7)
  expect(stdout).not.toContain('comments')
  expect(await world.prints('testctl comments list WEB-T2')).toContain('no button')
})

test('a comment that was there before the submission stays', async () => {
  const failing = async (rest: string) => {
    await writeFile(join(world.folder, 'report.tap'), `1..2\nnot ok 1 - logs in\n${rest}`)
    return world.type('testctl runs submit report.tap --run WEB-R1')
  }
  await failing('ok 2 # SKIP\n')
  const comments = () => world.prints('testctl comments list WEB-T1')
  const before = await comments()
  expect(before).toContain('logs in — failed')
  await failing('ok 2 - logs out\n')
  expect(await world.prints('testctl runs undo')).toContain('put back   1 result')
  expect(await comments()).toBe(before)
  expect(await world.prints('testctl runs undo')).toContain('put back   0 results')
})

test.for(['testctl runs undo', 'testctl runs undo WEB-R3'])('%s where nothing was submitted says so', async (line) => {
  const { stderr, exitCode } = await world.fails(line)
  expect(stderr).toMatch(/^error: no submission from here( into WEB-R3)? changed anything\n {2}journals are kept/)
  expect(exitCode).toBe(3)
})

test('with a run, a submission into the run of that number in another project stays', async () => {
  await writeFile(join(world.folder, 'report.tap'), both)
  await world.prints('testctl runs submit report.tap --run WEB-R1 --comments none')
  await world.prints('testctl runs submit report.tap -p OLD --name CI --create-cases --comments none')
  const there = await result('OLD-T1')
  expect(await world.prints('testctl runs undo WEB-R1')).toContain('put back   2 results')
  expect([await result('WEB-T1'), await result('OLD-T1')]).toEqual(['untested', there])
})

test('a test is no run', async () => {
  expect(await world.fails('testctl runs undo WEB-T1')).toMatchObject({ exitCode: 2 })
})

test('a result that was set just before a kill, and never noted, is put back all the same', async () => {
  await writeFile(join(world.folder, 'report.tap'), both)
  await world.prints('testctl runs submit report.tap --run WEB-R1 --comments none --journal j.ndjson')
  const journal = join(world.folder, 'j.ndjson')
  const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n')
  const noted = lines.filter((line) => !['set', 'end'].includes((JSON.parse(line) as { did: string }).did))
  expect(noted.length).toBeLessThan(lines.length)
  await writeFile(journal, `${noted.join('\n')}\n`)
  expect(await world.prints('testctl runs undo j.ndjson')).toContain('put back   2 results')
  expect(await result('WEB-T1')).toBe('untested')
})
