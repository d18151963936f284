import { expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { readItems } from '../../src/execute/read-items.ts'
import { readTests } from '../../src/runs/read.ts'

// Other users add and delete tests of a run while testctl reads it.

const testOf = (displayId: number) => ({
  id: `id-${displayId}`,
  name: `Test ${displayId}`,
  caseId: `case-${displayId}`,
  displayId,
  preconditions: '',
  steps: [],
  assignedTo: '',
  result: 'untested',
  createdAt: '',
  createdBy: '',
  updatedAt: '',
  updatedBy: '',
})

/** Creates a service with a run of 2,500 tests and calls `change` after each of the first `times` pages. */
const changing = (change: (tests: ReturnType<typeof testOf>[]) => void, times: number) => {
  const tests = Array.from({ length: 2500 }, (_, at) => testOf(at + 1))
  let pages = 0
  const list = async ({ limit, offset }: { limit: number; offset: number }) => {
    pages++
    const answer = { tests: tests.slice(offset, offset + limit), pagination: { limit, offset, total: tests.length } }
    if (times-- > 0) change(tests)
    return answer
  }
  return { api: { tests: { list } } as unknown as Api, ids: () => tests.map(({ id }) => id), pages: () => pages }
}

const readers = {
  'the state of a run': (api: Api) => readTests(api, 'run', { project: 'WEB' }),
  'an execution': (api: Api) => readItems(api, 'run', 'WEB'),
}

for (const [name, read] of Object.entries(readers)) {
  test(`${name} misses no test where more are deleted than added meanwhile`, async () => {
    const { api, ids } = changing((tests) => {
      tests.splice(0, 3)
      tests.push(testOf(9001), testOf(9002))
    }, 1)
    expect((await read(api)).map(({ id }) => id)).toEqual(ids())
  })

  test(`${name} is read a few times at most, however much goes on`, async () => {
    let next = 9000
    const { api, pages } = changing((tests) => void tests.push(testOf(next++)), Infinity)
    expect((await read(api)).length).toBeGreaterThan(2500)
    expect(pages()).toBeLessThanOrEqual(12)
  })
}
