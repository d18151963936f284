import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeys, createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'
import { asked, startProcess } from './server-process.ts'
import { soak } from '../helpers/soak.ts'

// Any hundred requests with any key take 400 MB at most. DECISIONS 83

const rows = soak ? 1000 : 100

/** A store with a project, a run and a milestone with cases of 1 MB each, and the key of an owner. */
let large: { folder: string; key: string; projectId: string; testRunId: string }
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-large-'))
  const store = await openStore(`file:${join(folder, 'team.db')}`)
  const api = createService(store)('ana')
  const projectId = (await api.projects.create({ name: 'P', identifier: 'P', icon: '', color: '' })).project.id
  const created = Array.from({ length: rows }, (_, at) =>
    api.cases.create({ projectId, name: `Case ${at}`, preconditions: '', steps: [] }),
  )
  const caseIds = (await Promise.all(created)).map((one) => one.case.id)
  // One statement in the store: through the service, 100 MB take a second.
  const steps = JSON.stringify(Array.from({ length: 10 }, () => ({ action: 'x'.repeat(95_000), expectation: '' })))
  await store.write((queries) => queries.updateTable('cases').set({ steps }).execute())
  const { testRun } = await api.runs.create({ projectId, name: 'R', caseIds })
  await api.milestones.create({ projectId, name: 'M', testRunIds: [testRun.id] })
  const { secret } = await createKeys({ store }).create({ name: 'owner', role: 'owner', createdBy: 'ana' })
  await store.close()
  large = { folder, key: secret, projectId, testRunId: testRun.id }
})
afterAll(() => rm(large.folder, { recursive: true, force: true }))

/** Starts a server on the large store. */
const startLarge = async () => ({
  ...(await startProcess({ store: `file:${join(large.folder, 'team.db')}` })),
  ...large,
})

/** Returns the status of an answer after reading and discarding its body: keeping the body costs more than making it. */
const statusOf = (address: string, key: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    http
      .get(address, { headers: { 'x-api-key': key }, agent: false }, (answer) =>
        answer
          .resume()
          .on('end', () => resolve(answer.statusCode))
          .on('error', reject),
      )
      .on('error', reject)
  })

test.skipIf(process.platform !== 'linux')('a hundred large reads at once take little memory', async () => {
  const { projectId, testRunId, url, key, grown } = await startLarge()
  const paths = [
    '/v1/projects?relations=cases',
    `/v1/cases/${projectId}?limit=1000`,
    `/v1/tests/${testRunId}?limit=1000&relations=case,comments`,
    `/v1/test-runs/${projectId}?relations=tests`,
    '/v1/milestones/milestone/P-M1?relations=tests',
  ]
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, at) => statusOf(url + paths[at % paths.length]!, key)),
  )
  expect(statuses.slice(0, 5)).toEqual([413, 200, 200, 413, 413])
  expect(await asked({ url, key })).toBe(200)
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
  expect(await asked({ url, key })).toBe(200)
  expect(grown()).toBeLessThan(350)
  gone.abort()
})
