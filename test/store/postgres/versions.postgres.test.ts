import { expect, test } from 'vitest'
import { createService } from '../../../src/service/index.ts'
import { openStore, probeStore } from '../../../src/store/index.ts'
import { migrations } from '../../../src/store/migrations.ts'
import { createDatabase, createStore } from '../../helpers/postgres.ts'
import { insertProject, listProjects } from '../rows.ts'
import { failure, open } from './opened.ts'

test('a testctl goes on beside a newer one that has upgraded the store by adding to it', async () => {
  const database = await createStore()
  const store = await open(database.address)
  await database.ask('create table added (id text); update testctl_store set version = 99')
  const late = await open(database.address)
  for (const [at, one] of [store, late].entries()) await insertProject(one, `P${at}`)
  expect([await listProjects(store), await listProjects(late)]).toEqual([
    ['P0', 'P1'],
    ['P0', 'P1'],
  ])
  await expect(probeStore(store)).resolves.toBeUndefined()
})

test('a testctl reads and writes a table to which a newer one has added a column since it used it', async () => {
  const database = await createStore()
  const api = createService(await open(database.address))('ana')
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: '', color: '' })
  const milestone = { projectId: project.id, name: 'Spring', testRunIds: [] }
  await api.milestones.create(milestone)
  await api.milestones.list({ projectId: project.id })
  await database.ask('alter table projects add column added text; alter table milestones add column added text')
  await Promise.all([api.milestones.create(milestone), api.projects.update({ projectId: project.id, name: 'Shop' })])
  const { milestones } = await api.milestones.list({ projectId: project.id })
  expect(milestones.map(({ displayId }) => displayId)).toEqual([1, 2])
  expect((await api.projects.list({})).projects).toMatchObject([{ name: 'Shop' }])
})

test('a store that a newer testctl changed otherwise is refused, and one that is open then takes nothing more', async () => {
  const database = await createStore()
  const store = await open(database.address)
  const discreet = await open(database.address, { discreet: true })
  await database.ask('update testctl_store set version = 99; update about set oldest = 99')
  await expect(probeStore(store)).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  const error = await failure(openStore(database.address))
  expect(error.message).toMatch(/ was written by a newer testctl$/)
  expect(error.hint).toContain('upgrade testctl')
  await expect(insertProject(store, 'WEB')).rejects.toMatchObject({ name: 'UnavailableError', status: 503 })
  expect((await failure(insertProject(discreet, 'WEB'))).message).toBe('the store cannot be used now')
  expect(await database.ask('select * from projects')).toEqual([])
})

test('a store of the first version is upgraded, with all that is in it', async () => {
  const database = await createDatabase()
  await database.ask(
    "create table testctl_store (application text, version bigint); insert into testctl_store values ('testctl', 1)",
  )
  await database.ask(migrations[0]!.join(';'))
  const audit = "'2026-01-01', 'ana', '2026-01-01', 'ana'"
  await database.ask(`insert into projects values ('p', 1, 'Web', 'WEB', '', '', 3000, 0, 0, 0, ${audit})`)
  await database.ask(
    `insert into cases select 'c' || n, 'p', n, 'x', '', '[]', '{}', ${audit} from generate_series(1, 3000) n`,
  )
  const store = await open(database.address)
  expect(await database.ask('select size::int, first::int, held::int from case_spans order by size, first')).toEqual([
    { size: 1024, first: 0, held: 1023 },
    { size: 1024, first: 1024, held: 1024 },
    { size: 1024, first: 2048, held: 953 },
    { size: 32768, first: 0, held: 3000 },
  ])
  expect(await listProjects(store)).toEqual(['WEB'])
})
