import { expect, test } from 'vitest'
import { createKeys, createReadRunRevision } from '../../src/service/index.ts'
import { openProject, refusal } from './fixture.ts'

const openRun = async () => {
  const opened = await openProject()
  const { api, store, project, caseIds } = opened
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  const keys = createKeys({ store })
  const { key } = await keys.create({ name: 'a reader', role: 'reader', createdBy: 'ana' })
  const read = createReadRunRevision(store)(key.id)
  /** Whether `act` changes the revision of the run. */
  const changes = async (act: () => Promise<unknown>): Promise<boolean> => {
    const { revision } = await read('WEB-R1')
    await act()
    return (await read('WEB-R1')).revision !== revision
  }
  return { ...opened, testRun, testIds: tests.map(({ id }) => id), keys, key, read, changes }
}

test('every change of a test or of its comments is another revision of its run', async () => {
  const { api, testRun, testIds, caseIds, changes } = await openRun()
  const [one = '', other = ''] = testIds
  let commentId = ''
  const comment = async () => {
    commentId = (await api.comments.create({ resourceId: one, content: 'half done' })).comment.id
  }
  expect(await changes(comment)).toBe(true)
  expect(await changes(() => api.comments.delete({ commentId }))).toBe(true)
  expect(await changes(() => api.tests.update({ testId: one, assignedTo: 'ben' }))).toBe(true)
  expect(await changes(() => api.tests.update({ testId: one, result: 'failed' }))).toBe(true)
  const swap = async () => {
    await api.tests.update({ testId: one, result: 'untested' })
    await api.tests.update({ testId: other, result: 'failed' })
  }
  expect(await changes(swap)).toBe(true)
  expect(await changes(() => api.tests.delete({ testId: one }))).toBe(true)
  expect(await changes(() => api.tests.create({ testRunId: testRun.id, caseId: caseIds[0]! }))).toBe(true)
})

test('what shows on no page of a run leaves its revision as it is', async () => {
  const { api, project, caseIds, testIds, changes } = await openRun()
  expect(await changes(() => api.comments.create({ resourceId: caseIds[0]!, content: 'on the case' }))).toBe(false)
  expect(await changes(() => api.tests.update({ testId: testIds[0]! }))).toBe(false)
  const second = async () => {
    const { testRun } = await api.runs.create({ projectId: project.id, name: 'Second', caseIds })
    const { tests } = await api.tests.list({ testRunId: testRun.id })
    await api.tests.update({ testId: tests[0]!.id, result: 'passed' })
  }
  expect(await changes(second)).toBe(false)
})

test('comments that come at once are all counted', async () => {
  const { api, testIds, read } = await openRun()
  const { revision } = await read('WEB-R1')
  await Promise.all(testIds.map((resourceId) => api.comments.create({ resourceId, content: 'seen' })))
  expect((await read('WEB-R1')).revision).toBe(revision + testIds.length)
})

test('a run that is not there, and a key that was revoked, are errors', async () => {
  const { read, keys, key } = await openRun()
  expect(await refusal(read('WEB-R9'))).toMatchObject({ status: 404 })
  await keys.revoke(key.id, { evenLast: true })
  expect(await refusal(read('WEB-R1'))).toMatchObject({ status: 401 })
})
