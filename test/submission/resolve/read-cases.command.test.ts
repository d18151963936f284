import { expect, test } from 'vitest'
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
