import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { worldsAfter } from '../../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// A case that came from an export and was deleted in testctl is not created again unless the user asks for it. DECISIONS 407

let world: SeededWorld
const file = (name: string, text: string) => writeFile(join(world.folder, name), text)
const names = async () =>
  (await world.json<{ identifier: string; name: string }[]>('testctl cases list -p RES --all')).map(
    ({ identifier, name }) => `${identifier} ${name}`,
  )
const rows = (...titles: string[]) =>
  file('res.csv', `ID,Name\n${titles.map((title, at) => `${at + 1},${title}\n`).join('')}`)
const importing = (flags = '') => world.prints(`testctl cases import res.csv -p RES ${flags}`)

const makeWorld = worldsAfter(createSeededWorld, (world) =>
  world.prints('testctl projects create --name R --identifier RES'),
)
beforeEach(async () => {
  world = await makeWorld()
  await rows('Keep', 'Obsolete')
  await importing()
  await world.prints('testctl cases delete RES-C2 -y')
})
afterEach(() => world.remove())

const left =
  'x 1 deleted there  = 1 unchanged\nx RES-C2: deleted there; --ours RES-C2 or --ours all creates them anew\n'

describe('a case that was deleted in testctl', () => {
  test('stays deleted, however often the export is imported, and the import says so', async () => {
    expect(await importing()).toBe(left)
    expect(await importing('--dry-run')).toBe(left)
    expect(await importing('--dry-run --diff')).toContain('x RES-C2 res.csv:3: it is deleted there\n')
    await rows('Keep', 'Obsolete', 'New')
    expect(await importing()).toMatch(/^\+ 1 new {2}x 1 deleted there {2}= 1 unchanged\n/)
    expect(await names()).toEqual(['RES-C1 Keep', 'RES-C3 New'])
  })

  test('is counted in the report and in JSON', async () => {
    await importing('--report report.md')
    expect(await readFile(join(world.folder, 'report.md'), 'utf8')).toContain(
      '2 read = 1 unchanged + 1 deleted there\n',
    )
    expect(await world.json('testctl cases import res.csv -p RES')).toMatchObject({
      counts: { deletedThere: 1, new: 0 },
      deletedThere: [{ case: 'RES-C2', file: 'res.csv:3' }],
    })
  })

  test.each(['RES-C2', 'all'])('comes back with --ours %s, and can be deleted again', async (which) => {
    await importing()
    expect(await importing(`--ours ${which}`)).toBe('+ 1 new  = 1 unchanged\n')
    expect(await names()).toEqual(['RES-C1 Keep', 'RES-C3 Obsolete'])
    expect(await importing()).toBe('= 2 unchanged\n')
    await world.prints('testctl cases delete RES-C3 -y')
    expect(await importing()).toContain('x RES-C3: deleted there')
  })

  test('whose row was changed since is a conflict, until --theirs leaves it', async () => {
    await rows('Keep', 'Not so obsolete')
    const { stdout, stderr, exitCode } = await world.type('testctl cases import res.csv -p RES')
    expect([stdout, exitCode]).toEqual([
      'x 1 deleted there  = 1 unchanged\nx RES-C2 res.csv:3: it is deleted there, and was changed here since\n',
      7,
    ])
    expect(stderr).toBe('error: 1 conflict left\n  --ours RES-C2 creates it anew, --theirs RES-C2 leaves it\n')
    expect(await importing('--theirs RES-C2')).toBe(left)
    expect(await importing()).toBe(left)
    expect(await names()).toEqual(['RES-C1 Keep'])
  })

  test('is made anew on another computer, which has not imported it; this one then finds that one', async () => {
    expect(await importing()).toBe(left)
    const env = { HOME: join(world.folder, 'other') }
    expect(await world.prints('testctl cases import res.csv -p RES', { env })).toBe('+ 1 new  = 1 unchanged\n')
    expect(await importing()).toBe('= 2 unchanged\n')
  })

  test('stays deleted where cases with a source are piped in', async () => {
    const piped = (name: string) => ({ stdin: `${JSON.stringify({ name, customFields: { source: 'tool:1' } })}\n` })
    await world.prints('testctl cases import - -p RES', piped('Piped'))
    await world.prints('testctl cases delete RES-C3 -y')
    expect(await world.prints('testctl cases import - -p RES', piped('Piped'))).toMatch(/^x 1 deleted there/)
    expect(await world.prints('testctl cases import - -p RES --ours RES-C3', piped('Piped'))).toMatch(/^\+ 1 new/)
  })
})

test('a case that has lost its source is not deleted: the export makes a new one, as before', async () => {
  expect(await importing()).toBe(left)
  await importing('--ours all')
  await world.prints('testctl cases update RES-C3 --custom-field source=')
  expect(await importing()).toBe('+ 1 new  = 1 unchanged\n')
})

test('a row that is removed from the export while its case is deleted is nothing any more', async () => {
  expect(await importing()).toBe(left)
  await rows('Keep')
  expect(await importing()).toBe('= 1 unchanged\n')
})
