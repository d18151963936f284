import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { startProcess } from './server-process.ts'
import { soak } from '../helpers/soak.ts'

// Any hundred requests of any key cost 400 MB at most. DECISIONS 83

const rows = soak ? 1000 : 100

/** A store with a project, a run and a milestone, of cases of 1 MB each. */
let large: { folder: string; projectId: string; testRunId: string }
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-large-'))
  const store = await openStore(`file:${join(folder, 'team.db')}`)
  const api = createService(store)('ana')
  const projectId = (await api.projects.create({ name: 'P', identifier: 'P', icon: '', color: '' })).project.id
  const steps = Array.from({ length: 10 }, () => ({ action: 'x'.repeat(95_000), expectation: '' }))
  const caseIds = []
  for (let at = 0; at < rows; at++)
    caseIds.push((await api.cases.create({ projectId, name: `Case ${at}`, preconditions: '', steps })).case.id)
  const { testRun } = await api.runs.create({ projectId, name: 'R', caseIds })
  await api.milestones.create({ projectId, name: 'M', testRunIds: [testRun.id] })
  await store.close()
  large = { folder, projectId, testRunId: testRun.id }
})
afterAll(() => rm(large.folder, { recursive: true, force: true }))

/** A server in front of one like it. */
const startLarge = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-large-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await copyFile(join(large.folder, 'team.db'), join(folder, 'team.db'))
  return { ...large, ...(await startProcess({ store: `file:${join(folder, 'team.db')}` })) }
}

test.skipIf(process.platform !== 'linux')('a hundred large reads at once take little memory', async () => {
  const { projectId, testRunId, url, key, grown } = await startLarge()
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
  const { projectId, url, key, grown } = await startLarge()
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
