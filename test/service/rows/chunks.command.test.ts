import { expect, test } from 'vitest'
import { openProject, refusal } from '../fixture.ts'

test('others have their turn while a request takes 20,000 cases out of a run', async () => {
  const { api, project, caseIds } = await openProject()
  const { testRun } = await api.runs.create({ projectId: project.id, name: 'Nightly', caseIds })
  const none = Array.from({ length: 20_000 }, (_, at) => `none-${at}`)
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await api.runs.update({ testRunId: testRun.id, caseIdsToRemove: none })
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('of 20,000 cases that are none, the answer names the first 20 and does not count the others', async () => {
  const { api, project, caseIds } = await openProject()
  const named = (count: number) => [...caseIds, ...Array.from({ length: count }, (_, at) => `none-${at}`)]
  const create = (ids: string[]) => refusal(api.runs.create({ projectId: project.id, name: 'Nightly', caseIds: ids }))
  const many = await create(named(20_000))
  expect(many).toMatchObject({ status: 400, message: 'none-0 is not a case of this project; and more' })
  expect(many.paths).toEqual(Array.from({ length: 20 }, (_, at) => `caseIds[${caseIds.length + at}]`))
  expect(await create(named(500))).toMatchObject({ message: 'none-0 is not a case of this project; and 499 more' })
})
