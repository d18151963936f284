import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createKeys, createService } from '../../../src/service/index.ts'
import type { Store } from '../../../src/store/index.ts'
import { auditColumns, madeAt, openProject, putCases, refusal, numbersTo } from '../fixture.ts'

/** Creates a project with `runs` runs of 1,000 tests each. */
const openLarge = async (runs: number) => {
  const opened = await openTwoProjects()
  const { api, store, project } = opened
  const caseIds = await putCases(store, project.id, { count: 1000 })
  for (let at = 0; at < runs; at++) await api.runs.create({ projectId: project.id, name: `R${at}`, caseIds })
  return opened
}

/** Creates a project with `runs` runs without tests. A deletion takes a thousand of them at a time. */
const openWide = async (runs: number) => {
  const opened = await openTwoProjects()
  const { store, project } = opened
  await store.write((queries) =>
    queries
      .insertInto('runs')
      .columns(['id', 'project_id', 'display_id', 'name', ...auditColumns])
      .expression(
        sql`with recursive ${numbersTo(runs)} select 'run-' || at, cast(${project.id} as text), at + 1,
          'R', ${madeAt}, 'ana', ${madeAt}, 'ana' from numbers`,
      )
      .execute(),
  )
  return opened
}

const openTwoProjects = async () => {
  const opened = await openProject()
  const { api } = opened
  const other = (await api.projects.create({ name: 'App', identifier: 'APP', icon: '', color: '' })).project
  return { ...opened, other }
}

test('others write while a project of 11,000 tests is deleted, and see it shrink', async () => {
  const { api, store, project, other } = await openLarge(11)
  const deletion = api.projects.delete({ projectId: project.id })
  // After the deletion has begun, between two of its transactions.
  const left = await store
    .read(async () => undefined)
    .then(() =>
      store.write(async (queries) => {
        await queries.updateTable('projects').set({ name: 'Apps' }).where('id', '=', other.id).execute()
        const runs = await queries.selectFrom('runs').select('id').execute()
        const spans = await queries.selectFrom('run_spans').select('held').execute()
        return { runs, spans }
      }),
    )
  expect(left.runs).toHaveLength(1)
  expect(left.spans).toEqual([{ held: 1 }, { held: 1 }])
  expect(await deletion).toMatchObject({ ok: true })
  expect(await refusal(api.runs.list({ projectId: project.id }))).toMatchObject({ status: 404 })
  expect(await store.read((queries) => queries.selectFrom('tests').select('id').limit(1).execute())).toEqual([])
})

test('a project whose oldest run has more than 10,000 tests is deleted', async () => {
  const { api, store, project } = await openWide(2)
  await store.write((queries) => queries.updateTable('runs').set({ total: 10_001, untested: 10_001 }).execute())
  expect(await api.projects.delete({ projectId: project.id })).toMatchObject({ ok: true })
})

test('a project that two delete at once is deleted by one of them, and not found by the other', async () => {
  const { api, project } = await openWide(1001)
  const both = [api.projects.delete({ projectId: project.id }), api.projects.delete({ projectId: project.id })]
  const [one, two] = await Promise.allSettled(both)
  expect([one?.status, two?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await api.projects.list({})).projects.map(({ identifier }) => identifier)).toEqual(['APP'])
})

test('a deletion that is cut off in the middle is answered as one that may have happened, not as one that was not', async () => {
  const { api, store, project } = await openWide(2001)
  const deletion = api.projects.delete({ projectId: project.id })
  const end = refusal(deletion)
  await store.read(async () => undefined).then(() => store.write(async () => undefined))
  await store.close()
  expect(await end).toMatchObject({ status: 500, message: expect.stringContaining('a part of it is deleted: ') })
})

test('so is one in whose middle its key is revoked', async () => {
  const { store, project } = await openWide(2001)
  const keys = createKeys({ store })
  const { key } = await keys.create({ name: 'ci', role: 'writer', createdBy: 'ana' })
  const revoking: Store = {
    ...store,
    write: async (work) => {
      const done = await store.write(work)
      // The first runs are deleted, and there are more.
      if (done === true) await keys.revoke('ci', { evenLast: true })
      return done
    },
  }
  const end = refusal(createService(revoking)('ci', { keyId: key.id }).projects.delete({ projectId: project.id }))
  expect(await end).toMatchObject({ status: 500, message: 'a part of it is deleted: the key is no longer valid' })
  const left = await store.read((queries) => queries.selectFrom('runs').select('id').execute())
  expect(left.length).toBeLessThan(2001)
})
