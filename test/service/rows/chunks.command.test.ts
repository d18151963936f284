import { expect, test } from 'vitest'
import { openProject } from '../fixture.ts'

test('others have their turn while a request names 20,000 cases, and its answer names the first that is none', async () => {
  const { api, project, caseIds } = await openProject()
  const none = Array.from({ length: 20_000 }, (_, at) => `none-${at}`)
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const answer = api.runs.create({ projectId: project.id, name: 'Nightly', caseIds: [...caseIds, ...none] })
  await expect(answer).rejects.toThrow('none-0 is not a case of this project; and 19999 more')
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})
