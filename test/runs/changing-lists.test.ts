import { expect, test } from 'vitest'
import { assignTests } from '../../src/commands/runs/assign.ts'
import { casesOf } from '../../src/commands/runs/case-flags.ts'
import { findRange } from '../../src/commands/shared/input/find-range.ts'
import { chooseRun } from '../../src/commands/shared/runs/find.ts'
import type { Context } from '../../src/composition/context.ts'
import type { Api } from '../../src/contract/index.ts'
import { readHistory, readRuns } from '../../src/runs/history/read.ts'
import * as submission from '../../src/submission/index.ts'
import { noJournal } from '../../src/submission/journal/index.ts'
import { readyRun } from '../../src/submission/run/index.ts'

// Lists that others change while testctl reads them: three rows go, two come, and no row that stays is missed. DECISIONS 375, 392

const project = { id: 'p1', identifier: 'WEB' }

const rowOf = (displayId: number) => ({
  id: `id-${displayId}`,
  displayId,
  name: `Row ${displayId}`,
  caseId: displayId === 1002 ? 'wanted' : `id-${displayId}`,
  result: 'untested',
  updatedAt: '',
  results: { total: 3000 },
})

/** Creates a service that changes the list of a resource after its first page. A naive reader would then miss row 1,002. */
const service = (changing: 'runs' | 'tests' | 'cases') => {
  const rows = Array.from({ length: 2500 }, (_, at) => rowOf(at + 1))
  const unchanged = [...rows]
  const assigned: unknown[] = []
  let pages = 0
  const list =
    (noun: string, many: string) =>
    async ({ limit, offset }: { limit: number; offset: number }) => {
      const all = noun === changing ? rows : unchanged
      const answer = { [many]: all.slice(offset, offset + limit), pagination: { limit, offset, total: all.length } }
      if (noun === changing && limit > 1 && ++pages === 1) {
        rows.splice(0, 3)
        rows.push(rowOf(9001), rowOf(9002))
      }
      return answer
    }
  const api = {
    projects: { list: async () => ({ projects: [project], pagination: { limit: 1000, offset: 0, total: 1 } }) },
    runs: {
      list: list('runs', 'testRuns'),
      get: async () => ({ testRun: rowOf(1) }),
      create: async () => expect.unreachable('a run is created'),
    },
    cases: { list: list('cases', 'cases') },
    tests: {
      list: list('tests', 'tests'),
      update: async ({ testId }: { testId: string }) => void assigned.push(testId),
    },
  } as unknown as Api
  const warned: string[] = []
  const context = {
    api: async () => api,
    io: { stop: new AbortController().signal, env: {}, now: () => new Date(), cwd: '/' },
    printer: async () => ({ warn: async (text: string) => void warned.push(text) }),
    settings: { find: async () => ({ value: 'WEB' }) },
    submission: async () => submission,
  } as unknown as Context
  return { api, context, assigned, warned, left: () => rows.map(({ id }) => id) }
}

test('the runs of a project', async () => {
  const { api, left } = service('runs')
  expect((await readRuns(api, project.id)).map(({ id }) => id)).toEqual(left())
})

test('the history of a case', async () => {
  const { api } = service('tests')
  const wanted = { project, caseId: 'wanted', limit: 1 }
  const { entries } = await readHistory(api, wanted, { stop: new AbortController().signal, onRead: () => undefined })
  expect(entries.map((entry) => entry.test.identifier)).toEqual(['WEB-T1002'])
})

test('runs submit --reuse takes the run that is there', async () => {
  const { api } = service('runs')
  const making = { project, journal: noJournal, caseIds: [] }
  expect(await readyRun(api, { name: 'Row 1002', reuse: true }, making)).toMatchObject({ id: 'id-1002' })
})

test('runs create --assign assigns every test', async () => {
  const { context, assigned, left } = service('tests')
  await assignTests(context, { id: 'r1', identifier: 'WEB-R1' }, ['ana'])
  expect(assigned.toSorted()).toEqual(left().toSorted())
})

test.for([
  ['--all-cases', { allCases: true }],
  ['--cases area=login', { cases: ['area=login'] }],
] as const)('runs create %s has every case', async ([, flags]) => {
  const { context, left } = service('cases')
  const cases = 'cases' in flags ? { cases: [...flags.cases] } : flags
  expect((await casesOf(context, cases, project)).toSorted()).toEqual(left().toSorted())
})

test.for(['tests', 'cases'] as const)('runs create --from a run has its cases where %s change', async (noun) => {
  const { context } = service(noun)
  expect(await casesOf(context, { from: 'WEB-R1' }, project)).toContain('id-1001')
})

test('runs status --name finds the run', async () => {
  const { context } = service('runs')
  expect(await chooseRun(context, undefined, { name: 'Row 1002' })).toMatchObject({ identifier: 'WEB-R1002' })
})

test('a range of runs has each of them', async () => {
  const { context, warned } = service('runs')
  const range = { project: 'WEB', from: 901, to: 1100 }
  expect(await findRange(context, 'runs', { range, relations: undefined, warns: true })).toHaveLength(200)
  expect(warned).toEqual([])
})
