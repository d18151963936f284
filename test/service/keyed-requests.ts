import type { Store } from '../../src/store/index.ts'
import { createAuthenticate, createService } from '../../src/service/index.ts'
import { expose } from '../../src/wire/expose.ts'
import { openProject } from './fixture.ts'

export const day = 86_400_000

/** Opens the service behind its door, with the key of a single holder, and the parents that creates need. */
export const open = async () => {
  const opened = await openProject()
  const { store, clock, project, caseIds } = opened
  const now = () => new Date(clock.time)
  const service = createService(store, now)
  const { testRun } = await opened.api.runs.create({ projectId: project.id, name: 'Run', caseIds: [] })
  const transport = expose(createAuthenticate({ service, key: 'k', holder: 'ana' }))
  const send = async (method: string, path: string, body: object | string, idempotencyKey?: string) => {
    const response = await transport({
      method,
      path,
      query: '',
      headers: { 'x-api-key': 'k', ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(response.body) as unknown }
  }
  const kept = () => store.read((queries) => queries.selectFrom('replays').selectAll().orderBy('created_at').execute())
  const [caseId = ''] = caseIds
  const creates: Record<string, [path: string, body: object]> = {
    projects: ['/v1/projects', { name: 'New', identifier: 'NEW', icon: '', color: '' }],
    cases: [`/v1/cases/${project.id}`, { name: 'New', preconditions: '', steps: [], customFields: { a: [1, '\0é'] } }],
    runs: [`/v1/test-runs/${project.id}`, { name: 'New', caseIds }],
    tests: [`/v1/tests/${testRun.id}`, { caseId }],
    milestones: [`/v1/milestones/${project.id}`, { name: 'New', testRunIds: [testRun.id] }],
    comments: [`/v1/comments/${caseId}`, { content: 'New' }],
  }
  return { ...opened, now, service, transport, send, kept, creates, testRun }
}

/** The nouns that can be created. */
export const nouns = ['projects', 'cases', 'runs', 'tests', 'milestones', 'comments'] as const

/** Counts the rows of all these nouns. */
export const countAll = (store: Store) =>
  store.read(async (queries) => {
    const counts = await Promise.all(
      nouns.map(async (noun) => {
        const { count } = await queries
          .selectFrom(noun)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
