import { expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { NotFoundError } from '../../src/errors.ts'
import { watchForGoneRun } from '../../src/runs/gone-run.ts'

// Finds out whether a missing test means that its run was deleted.

const service = () => {
  const state = { isGone: false, asked: 0 }
  const list = async () => {
    state.asked++
    if (state.isGone) throw new NotFoundError('there is no test run R7')
    return { tests: [], pagination: { limit: 1, offset: 0, total: 0 } }
  }
  return { state, api: { tests: { list } } as unknown as Api }
}

test('several that ask at once ask one time; later it may be gone, and stays so', async () => {
  const { api, state } = service()
  const isGone = watchForGoneRun(api, 'R7')
  expect(await Promise.all([isGone(), isGone(), isGone()])).toEqual([false, false, false])
  expect(state.asked).toBe(1)
  state.isGone = true
  expect([await isGone(), await isGone()]).toEqual([true, true])
  expect(state.asked).toBe(2)
})

test('of a hundred tests that are gone, one asks for all', async () => {
  const { api, state } = service()
  const isGone = watchForGoneRun(api, 'R7', { every: 100 })
  for (let at = 0; at < 250; at++) await isGone()
  expect(state.asked).toBe(3)
})
