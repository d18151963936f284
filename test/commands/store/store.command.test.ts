import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const all = '2 projects, 14 cases, 2 milestones, 7 runs, 18 tests, 3 comments'

test('backup says what is in the file, and with --json all that is known of it', async () => {
  expect(await world.prints('testctl store backup a.db --store file:team.db')).toBe(
    `Backed up team.db into a.db: ${all}\n`,
  )
  expect(await world.json('testctl store backup b.db')).toMatchObject({
    file: 'b.db',
    version: 3,
    counts: { tests: 18 },
  })
  expect(await world.prints('testctl store backup c.db -q')).toBe('c.db\n')
  expect(await world.fails('testctl store backup a.db')).toMatchObject({
    exitCode: 2,
    stderr: 'error: a.db exists already\n  name another file, or add --force\n',
  })
})

test.each(['', ' --force'])('a backup%s into a folder asks for a file in it', async (force) => {
  await mkdir(join(world.folder, 'backups'))
  for (const name of ['backups', 'backups/'])
    expect(await world.fails(`testctl store backup ${name}${force}`)).toEqual({
      exitCode: 2,
      stderr: `error: ${name} is a folder\n  name a file in it: backups/backup.db\n`,
    })
})

test('restore names what it would replace, and replaces it after a yes', async () => {
  await world.prints('testctl store backup a.db')
  await world.prints('testctl projects create --name New --identifier NEW')
  const refused = await world.fails('testctl store restore a.db --store file:team.db')
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toContain('(WEB, OLD, NEW)\n  to replace it, add --yes\n')
  expect(await world.prints('testctl store restore a.db --dry-run')).toContain('would replace 3 projects')
  const no = await world.type('testctl store restore a.db', { keys: 'n\r', terminal: 100 })
  expect(no.exitCode).toBe(2)
  expect(await world.prints('testctl projects list -q')).toBe('WEB\nOLD\nNEW\n')
  const done = await world.json<{ before: string }>('testctl store restore a.db --yes')
  expect(await world.prints('testctl projects list -q')).toBe('WEB\nOLD\n')
  expect(await world.prints(`testctl projects list -q`, { env: { TESTCTL_URL: `file:${done.before}` } })).toBe(
    'WEB\nOLD\nNEW\n',
  )
})

test('check and copy say what they saw; a target that has something is refused', async () => {
  expect(await world.prints('testctl store check --store file:team.db')).toBe(
    `team.db, version 3: ${all}\nNo problems found\n`,
  )
  expect(await world.prints('testctl store copy file:team.db file:b.db')).toBe(`Copied team.db to b.db: ${all}\n`)
  expect((await world.fails('testctl store copy file:team.db file:b.db')).stderr).toContain('is not empty')
  expect(await world.prints('testctl store migrate --store file:b.db')).toBe('b.db is of version 3 already\n')
})

test('a service elsewhere is no store, and the hint says where to go', async () => {
  const { exitCode, stderr } = await world.fails('testctl store check', {
    env: { TESTCTL_URL: 'https://tests.example.com' },
  })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('is a service over HTTP, not a store\n  run it on the machine with the store')
})

test('--dry-run on a named store needs no service, nor its key', async () => {
  await world.prints('testctl store backup a.db')
  for (const url of ['', 'https://tests.example.com'])
    for (const line of [
      'keys create --name ana --dry-run --store file:./team.db',
      'store restore a.db --dry-run --store file:./team.db',
    ])
      expect(await world.prints(`testctl ${line}`, { env: { TESTCTL_URL: url } })).toMatch(/^would /)
})

test('after a restore into a new store, the hint at its keys can be typed', async () => {
  await world.prints('testctl keys create --name ana')
  await world.prints('testctl store backup a.db')
  const restored = await world.prints('testctl store restore a.db --store file:./new.db')
  expect(restored).toContain('valid again: testctl keys list --store file:./new.db\n')
  expect(await world.prints('testctl keys list --store file:./new.db -q')).not.toBe('')
  const env = { TESTCTL_STORE: 'file:./other.db' }
  expect(await world.prints('testctl store restore a.db', { env })).toContain('valid again: testctl keys list\n')
})
