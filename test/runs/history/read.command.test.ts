import { describe, expect, test } from 'vitest'
import type { Api } from '../../../src/contract/index.ts'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { UnavailableError } from '../../../src/errors.ts'
import { readHistory } from '../../../src/runs/history/read.ts'
import { createProject } from '../../submission/service.ts'

/** Creates a project with two cases and a run for each result of the first case; null makes a run without it. Records requests. */
const createRuns = async (all: readonly (ResultName | null)[]) => {
  const { api, project, caseIds } = await createProject(['logs in', 'logs out'])
  const [caseId = '', other = ''] = caseIds
  const runs: string[] = []
  for (const result of all) {
    const made = await api.runs.create({
      projectId: project.id,
      name: `Nightly ${runs.length + 2}`,
      caseIds: [result === null ? other : caseId],
    })
    runs.push(made.testRun.id)
    const { tests } = await api.tests.list({ testRunId: made.testRun.id })
    if (result !== null) await api.tests.update({ testId: tests[0]!.id, result })
  }
  const requests: string[] = []
  const watched: Api = {
    ...api,
    runs: {
      ...api.runs,
      list: (request) => {
        requests.push(`runs ${request.offset}-${request.limit}${request.relations ? ' with tests' : ''}`)
        return api.runs.list(request)
      },
    },
    tests: {
      ...api.tests,
      list: (request) => {
        requests.push('tests')
        return api.tests.list(request)
      },
    },
  }
  return { api: watched, real: api, project, caseId, runs, requests }
}

type There = Awaited<ReturnType<typeof createRuns>>
const read = (there: There, { api = there.api, limit }: { api?: Api; limit?: number } = {}) => {
  const { project, caseId } = there
  return readHistory(api, { project, caseId, limit }, { stop: new AbortController().signal, onRead: () => undefined })
}

test('the tests of a case are found in the order of its runs, with two requests for all of them', async () => {
  const there = await createRuns(['passed', null, 'failed', 'inProgress'])
  const { entries, runs, all } = await read(there)
  // The first run, which the project has from the start, has the case, too.
  expect(entries.map(({ run, test, result }) => `${run.identifier} ${test.identifier} ${result}`)).toEqual([
    'WEB-R1 WEB-T1 untested',
    'WEB-R2 WEB-T3 passed',
    'WEB-R4 WEB-T5 failed',
    'WEB-R5 WEB-T6 inProgress',
  ])
  expect({ runs, all }).toEqual({ runs: 5, all: 5 })
  expect(there.requests).toEqual(['runs 0-1000', 'runs 0-5 with tests'])
})

test('of the newest runs only those are read', async () => {
  const there = await createRuns(['passed', null, 'failed'])
  const { entries, runs, all } = await read(there, { limit: 2 })
  expect(entries.map(({ run }) => run.identifier)).toEqual(['WEB-R4'])
  expect({ runs, all }).toEqual({ runs: 2, all: 4 })
  expect(there.requests).toEqual(['runs 0-1000', 'runs 2-2 with tests'])
})

test('a case that was deleted still has its tests', async () => {
  const there = await createRuns(['failed'])
  await there.real.cases.delete({ caseId: there.caseId })
  expect((await read(there)).entries.length).toBe(2)
})

test('several tests of the case in one run are all there', async () => {
  const there = await createRuns(['passed'])
  const api: Api = {
    ...there.api,
    runs: {
      ...there.api.runs,
      list: async (request) => {
        const answer = await there.api.runs.list(request)
        const double = <T extends { id: string; displayId: number }>(tests: readonly T[]) =>
          tests.flatMap((one) => [{ ...one, id: `${one.id}-2`, displayId: one.displayId + 100 }, one])
        return {
          ...answer,
          testRuns: answer.testRuns.map((run) => ({ ...run, ...(run.tests && { tests: double(run.tests) }) })),
        }
      },
    },
  }
  const { entries } = await read(there, { api })
  expect(entries.map(({ test }) => test.identifier)).toEqual(['WEB-T1', 'WEB-T101', 'WEB-T3', 'WEB-T103'])
})

describe('what the list of runs does not hold', () => {
  test('because a run was deleted meanwhile, so that others moved, is read by itself', async () => {
    const there = await createRuns(['passed', 'failed', 'passed'])
    let lists = 0
    const api: Api = {
      ...there.api,
      runs: {
        ...there.api.runs,
        list: async (request) => {
          if ((lists += 1) === 2) await there.real.runs.delete({ testRunId: there.runs[0] ?? '' })
          return there.api.runs.list(request)
        },
      },
    }
    const { entries } = await read(there, { api, limit: 3 })
    expect(entries.map(({ run }) => run.identifier)).toEqual(['WEB-R3', 'WEB-R4'])
  })

  test('because the service gives no counts is read run by run', async () => {
    const there = await createRuns(['passed', 'failed'])
    const api: Api = {
      ...there.api,
      runs: {
        ...there.api.runs,
        list: async (request) => {
          const { testRuns, pagination } = await there.api.runs.list(request)
          return { testRuns: testRuns.map((run) => ({ ...run, results: undefined })), pagination }
        },
      },
    }
    expect((await read(there, { api })).entries.length).toBe(3)
    expect(there.requests).toEqual(['runs 0-1000', 'tests', 'tests', 'tests'])
  })
})

test('a failure ends it', async () => {
  const there = await createRuns(['passed'])
  const gone = new UnavailableError('nothing listens there')
  const api: Api = {
    ...there.api,
    runs: {
      ...there.api.runs,
      list: (request) => (request.relations ? Promise.reject(gone) : there.api.runs.list(request)),
    },
  }
  await expect(read(there, { api })).rejects.toBe(gone)
})
