import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { startProcess } from './server-process.ts'
import { soak } from '../helpers/soak.ts'

// Any hundred requests of any key cost 400 MB at most. DECISIONS 83

const rows = soak ? 1000 : 100

/** A store with a project, a run and a milestone, of cases of 1 MB each. */
const createStore = async (): Promise<{ store: string; projectId: string; testRunId: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-large-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = `file:${join(folder, 'team.db')}`
  const store = await openStore(address)
  const api = createService(store)('ana')
  const projectId = (await api.projects.create({ name: 'P', identifier: 'P', icon: '', color: '' })).project.id
  const steps = Array.from({ length: 10 }, () => ({ action: 'x'.repeat(95_000), expectation: '' }))
  const caseIds = []
  for (let at = 0; at < rows; at++)
    caseIds.push((await api.cases.create({ projectId, name: `Case ${at}`, preconditions: '', steps })).case.id)
  const { testRun } = await api.runs.create({ projectId, name: 'R', caseIds })
  await api.milestones.create({ projectId, name: 'M', testRunIds: [testRun.id] })
  await store.close()
  return { store: address, projectId, testRunId: testRun.id }
}

test.skipIf(process.platform !== 'linux')('a hundred large reads at once take little memory', async () => {
  const { store, projectId, testRunId } = await createStore()
  const { url, key, grown } = await startProcess({ store })
  const ask = (path: string) => fetch(url + path, { headers: { 'x-api-key': key } })
  const paths = [
    '/v1/projects?relations=cases',
    `/v1/cases/${projectId}?limit=1000`,
    `/v1/tests/${testRunId}?limit=1000&relations=case,comments`,
    `/v1/test-runs/${projectId}?relations=tests`,
    '/v1/milestones/milestone/P-M1?relations=tests',
  ]
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const answer = await ask(paths[at % paths.length]!)
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  expect(statuses.slice(0, 5)).toEqual([413, 200, 200, 413, 413])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(grown()).toBeLessThan(300)
})

test.skipIf(process.platform !== 'linux')('answers that nobody reads take little memory', async () => {
  const { store, projectId } = await createStore()
  const { url, key, grown } = await startProcess({ store })
  const gone = new AbortController()
  const heads = Array.from({ length: 150 }, () =>
    fetch(`${url}/v1/cases/${projectId}?limit=1000`, { headers: { 'x-api-key': key }, signal: gone.signal }).catch(
      () => undefined,
    ),
  )
  expect((await Promise.all(heads)).filter((head) => head?.status === 200).length).toBeGreaterThan(20)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(grown()).toBeLessThan(350)
  gone.abort()
})
