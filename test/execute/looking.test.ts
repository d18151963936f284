import { expect, test } from 'vitest'
import { createLooking } from '../../src/execute/looking.ts'
import type { Item } from '../../src/execute/session/state.ts'
import { itemOf } from './sessions.ts'

// testctl reads the run again while the user executes its tests.

const looking = (busy: readonly string[] = []) => {
  const answers: ((items: Item[]) => void)[] = []
  const read = () => new Promise<Item[]>((resolve) => answers.push(resolve))
  return { answers, ...createLooking(read, () => busy) }
}
const run = [1, 2, 3].map((at) => itemOf(at))
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

test('what is set while it is read is newer than what was read, and so is what was under way', async () => {
  const { answers, look, touch } = looking(['t1'])
  const looked = look()
  touch('t2')
  answers[0]!(run)
  expect(idsOf(await looked)).toEqual(['t3'])
})

test('a service that takes longer than the time between two looks is asked once, and takes back nothing that was set meanwhile', async () => {
  const { answers, look, touch } = looking()
  const first = look()
  touch('t2')
  const second = look()
  answers[0]!(run)
  expect([answers.length, idsOf(await first), await second]).toEqual([1, ['t1', 't3'], []])
  const third = look()
  answers[1]!(run)
  expect(idsOf(await third)).toEqual(['t1', 't2', 't3'])
})

test('a run that cannot be read is read the next time', async () => {
  let isDown = true
  const { look } = createLooking(
    async () => {
      if (isDown) throw new Error('away')
      return run
    },
    () => [],
  )
  expect(await look()).toEqual([])
  isDown = false
  expect(idsOf(await look())).toEqual(['t1', 't2', 't3'])
})
