import { expect, test } from 'vitest'
import { trustTotal } from '../../../src/contract/pages/total.ts'
import { readCases } from '../../../src/submission/resolve/read-cases.ts'
import { createProject } from '../service.ts'

test('cases so large that a page has room for one are all read, as others are', async () => {
  const names = ['a', 'b', 'c', 'd']
  const { api, project } = await createProject(names)
  for (const most of [1, 2, 3, 100]) {
    const list = async (request: Parameters<typeof api.cases.list>[0]) => {
      const limit = Math.min(request.limit ?? most, most)
      return api.cases.list({ ...request, limit })
    }
    const read = await readCases({ ...api, cases: { ...api.cases, list } }, project)
    expect(read.map(({ name }) => name)).toEqual(names)
  }
})

// DECISIONS 520
test('a service of ours whose cases stay is asked once for each page of them', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const { api, project } = await createProject(names)
  const asked: unknown[] = []
  const list = async (request: Parameters<typeof api.cases.list>[0]) => {
    asked.push(request.offset)
    const answer = await api.cases.list({ ...request, limit: 3 })
    trustTotal(answer.pagination)
    return answer
  }
  const read = await readCases({ ...api, cases: { ...api.cases, list } }, project)
  expect(read.map(({ name }) => name)).toEqual(names)
  expect(asked).toEqual([0, 2])
})
