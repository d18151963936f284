import { join } from 'node:path'
import type { Api } from '../../src/contract/index.ts'
import { createService } from '../../src/service/index.ts'
import { openStore } from '../../src/store/index.ts'

/**
 * Fills the service in `team.db` with what the examples of the help pages and of the README speak of: a project WEB with
 * 12 cases, 7 runs, 2 milestones and comments, and a project OLD. Tells the ids that no identifier stands for.
 */
export const seed = (folder: string) => withService(folder, fill)

/** Adds a run WEB-R8 with many tests. */
export const seedLargeRun = (folder: string, count: number) =>
  withService(folder, async (api) => {
    const { projects } = await api.projects.list({})
    const projectId = projects.find(({ identifier }) => identifier === 'WEB')!.id
    const names = Array.from({ length: count }, (_, at) => `Case ${at + 1}`)
    const create = (name: string) => api.cases.create({ projectId, name, preconditions: '', steps })
    const made = await Promise.all(names.map(create))
    await api.runs.create({ projectId, name: 'Large', caseIds: made.map((one) => one.case.id) })
  })

const withService = async <T>(folder: string, work: (api: Api) => Promise<T>): Promise<T> => {
  const store = await openStore(`file:${join(folder, 'team.db')}`)
  try {
    return await work(createService(store)('ana'))
  } finally {
    await store.close()
  }
}

const fill = async (api: Api) => {
  const { project } = await api.projects.create({ name: 'Web', identifier: 'WEB', icon: 'globe', color: '#3366ff' })
  await api.projects.create({ name: 'Old', identifier: 'OLD', icon: 'folder', color: '#999999' })
  const projectId = project.id
  const caseIds: string[] = []
  for (const name of caseNames)
    caseIds.push(
      (await api.cases.create({ projectId, name, preconditions: '', steps, customFields: { area } })).case.id,
    )
  for (const name of ['Release 1.0', 'Release 2.0']) await api.milestones.create({ projectId, name, testRunIds: [] })
  for (let run = 1; run <= 7; run++)
    await api.runs.create({ projectId, name: `Nightly ${run}`, caseIds: run === 1 ? caseIds : caseIds.slice(0, 3) })
  const { testRun } = await api.runs.get({ identifier: 'WEB-R7' })
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  await api.tests.update({ testId: tests[0]!.id, result: 'failed' })
  const { test } = await api.tests.get({ identifier: 'WEB-T1' })
  const { comment } = await api.comments.create({ resourceId: test.id, content: 'Fails since the last deploy' })
  await api.comments.create({ resourceId: caseIds[0]!, content: 'Ask Bo' })
  return { testId: test.id, caseId: caseIds[0]!, commentId: comment.id }
}

const steps = [{ action: 'Open the page', expectation: 'The form is shown' }]
const area = 'login'
const caseNames = [
  'Login works',
  'Logout works',
  'Wrong password',
  'Remember me',
  'Two factors',
  'Search',
  'Empty search',
  'Add to cart',
  'Remove from cart',
  'Pay by card',
  'Pay by invoice',
  'Print the receipt',
]
