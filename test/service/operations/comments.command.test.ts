import { expect, test } from 'vitest'
import { openProject, refusal } from '../fixture.ts'

const open = async () => {
  const opened = await openProject()
  const { api, project, caseIds } = opened
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'R', caseIds })
  const { tests } = await api.tests.list({ testRunId: testRun.id })
  const on = async (identifier: string) => {
    const read = identifier.includes('-T')
      ? (await api.tests.get({ identifier, relations: ['comments'] })).test
      : (await api.cases.get({ identifier, relations: ['comments'] })).case
    return read.comments?.map(({ content }) => content)
  }
  return { ...opened, testRun, tests, on }
}

test('comments on a case and on a test made from it are kept apart, in their order', async () => {
  const { api, cases, tests, on } = await open()
  const say = (resourceId: string, content: string) => api.comments.create({ resourceId, content })
  for (const content of ['z', 'a', 'm']) await say(cases[0]!.id, content)
  const { comment } = await say(tests[0]!.id, 'on the test')
  expect(comment).toMatchObject({ content: 'on the test', createdBy: 'ana' })
  expect(await on('WEB-C1')).toEqual(['z', 'a', 'm'])
  expect(await on('WEB-T1')).toEqual(['on the test'])
  expect(await on('WEB-T2')).toEqual([])
})

test('a comment can be deleted once', async () => {
  const { api, cases, on } = await open()
  const { comment } = await api.comments.create({ resourceId: cases[0]!.id, content: 'x' })
  expect(await api.comments.delete({ commentId: comment.id })).toMatchObject({ ok: true })
  expect(await refusal(api.comments.delete({ commentId: comment.id }))).toMatchObject({ status: 404 })
  expect(await on('WEB-C1')).toEqual([])
})

test('nothing but cases and tests can be commented on', async () => {
  const { api, project, testRun } = await open()
  for (const resourceId of [project.id, testRun.id, 'nothing'])
    expect(await refusal(api.comments.create({ resourceId, content: 'x' }))).toMatchObject({ status: 404 })
})

test('comments go with the case or the test that they are on', async () => {
  const { api, store, cases, tests } = await open()
  await api.comments.create({ resourceId: cases[0]!.id, content: 'x' })
  await api.comments.create({ resourceId: tests[0]!.id, content: 'y' })
  const left = () => store.read((queries) => queries.selectFrom('comments').select('content').execute())
  await api.cases.delete({ caseId: cases[0]!.id })
  expect((await left()).map(({ content }) => content)).toEqual(['y'])
  await api.tests.delete({ testId: tests[0]!.id })
  expect(await left()).toEqual([])
})
