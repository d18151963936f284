import { execFileSync } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { check } from '../../../src/store/maintenance/check.ts'
import { connectTo } from '../../../src/store/sqlite/connection.ts'
import { template } from '../../helpers/seed.ts'
import { createSetting } from './setting.ts'

const createTeam = async () => {
  const setting = await createSetting()
  const path = join(setting.folder, 'team.db')
  await copyFile(await template(), path)
  const spoil = (...statements: string[]) => {
    const connection = connectTo({ label: path, path })
    for (const statement of statements) connection.query(statement)
    connection.close()
  }
  return { path, spoil, check: () => check('file:team.db', setting) }
}

test('nothing is wrong with a store that is in use', async () => {
  const team = await createTeam()
  expect(await team.check()).toEqual({
    store: 'team.db',
    version: 3,
    counts: { projects: 2, cases: 14, milestones: 2, runs: 7, tests: 18, comments: 3, keys: 0 },
    findings: [],
  })
})

test.for([
  ['counters', 'update runs set passed = passed + 1, total = total + 1 where display_id = 7'],
  ['counters', "update tests set result = 'failed' where display_id = 1"],
  ['counters', 'update runs set total = 0, untested = 0 where display_id = 1'],
  ['numbers', 'update projects set last_case = 13'],
  ['numbers', 'update projects set last_test = 17'],
  ['owners', "update tests set project_id = (select id from projects where identifier = 'OLD') where display_id = 3"],
  ['owners', "update case_fields set project_id = 'nobody'"],
  ['pages', 'update test_spans set held = held + 1 where size = 1024'],
  ['pages', 'delete from case_spans where size = 32768'],
  ['pages', "insert into run_spans values ((select id from projects where identifier = 'OLD'), 1024, 2048, 3)"],
  ['texts', "update cases set steps = '[{' where display_id = 2"],
  ['texts', "update cases set custom_fields = '[]' where display_id = 2"],
  ['damage', 'delete from cases where display_id = 1'],
] as const)('%s that are wrong are found: %s', async ([what, statement]) => {
  const team = await createTeam()
  team.spoil('pragma foreign_keys = off', statement)
  const { findings } = await team.check()
  expect(findings.map((finding) => finding.what)).toContain(what)
  for (const { found, hint } of findings) expect({ found, hint }).not.toContain(/undefined|null/)
})

test.for([
  [
    'a trigger',
    'milestones_gone',
    'create trigger milestones_gone after insert on runs begin delete from milestones; end',
  ],
  [
    'a view in the place of a table, which answers without an end',
    'comments',
    'drop table comments',
    'create view comments as with recursive more(id) as (select 1 union all select id + 1 from more) select id from more',
  ],
] as const)('%s is found, and no row is read', async ([, where, ...statements]) => {
  const team = await createTeam()
  team.spoil(...statements)
  const { findings, counts } = await team.check()
  expect(findings).toMatchObject([{ what: 'schema', where, found: expect.stringContaining('never makes') as string }])
  expect(counts).toBeUndefined()
})

test('a page of the file that was overwritten is found, and the store named as damaged', async () => {
  const team = await createTeam()
  team.spoil('pragma wal_checkpoint(truncate)')
  const bytes = await readFile(team.path)
  bytes.fill(0xa5, 4096 * 6, 4096 * 9)
  await writeFile(team.path, bytes)
  const { findings, counts } = await team.check()
  expect(findings[0]).toMatchObject({ what: 'damage', found: expect.stringContaining('malformed') as string })
  expect(counts === undefined || typeof counts.projects === 'number').toBe(true)
})

test.for([
  ['is not a testctl store', 'notes.txt', 'These are my notes, and no store at all.'.repeat(300)],
  ['is not a testctl store', 'cut.db', 'SQLite format 3\0'],
  ['is empty', 'empty.db', ''],
] as const)('what %s is refused and left alone', async ([message, name, content]) => {
  const setting = await createSetting()
  await writeFile(join(setting.folder, name), content)
  await expect(check(`file:${name}`, setting)).rejects.toThrow(`${name} ${message}`)
  expect(await readFile(join(setting.folder, name), 'utf8')).toBe(content)
})

test('a store that is not there is not made by looking for it', async () => {
  const setting = await createSetting()
  await expect(check('file:team.db', setting)).rejects.toThrow('there is no store team.db')
  expect(execFileSync('ls', ['-a', setting.folder]).toString()).toBe('.\n..\n')
})
