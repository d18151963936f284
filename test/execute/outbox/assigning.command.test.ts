import { afterEach, expect, test } from 'vitest'
import { UnavailableError } from '../../../src/errors.ts'
import { left, openRun, opened } from './boxes.ts'

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

test('an assignment is taken back', async () => {
  run = await openRun(1)
  const box = run.open()
  box.put(1, { do: 'assign', to: 'carl' })
  box.put(1, { do: 'assign', to: '', over: 'carl' })
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['untested'])
})

test('an assignment that somebody else replaced stays theirs when it is taken back, and that is said', async () => {
  run = await openRun(1)
  const box = run.open()
  box.put(1, { do: 'assign', to: 'carl' })
  await box.drain()
  await run.ben.tests.update({ testId: run.idOf(1), assignedTo: 'ben' })
  box.put(1, { do: 'assign', to: '', over: 'carl' })
  await box.drain()
  expect(await run.held()).toEqual(['untested ben'])
  expect(box.news).toContainEqual({ type: 'reassigned', test: run.idOf(1), assignedTo: 'ben', by: 'ben' })
})

test('one whose answer was lost is taken back once', async () => {
  run = await openRun(1)
  const box = run.open()
  box.put(1, { do: 'assign', to: 'carl' })
  await box.drain()
  let isLost = true
  run.wire.after = (what) => {
    if (what !== 'tests.update' || !isLost) return
    isLost = false
    throw new UnavailableError('the answer is lost')
  }
  box.put(1, { do: 'assign', to: '', over: 'carl' })
  await box.drain()
  expect(await run.held()).toEqual(['untested'])
  expect(box.news.filter(({ type }) => type === 'reassigned')).toEqual([])
})

test('who names themselves keeps the test that opening gave them; an assignment that is taken back does not', async () => {
  run = await openRun(2)
  const box = run.open()
  for (const at of [1, 2]) box.put(at, opened)
  box.put(1, { do: 'assign', to: 'ana' })
  box.put(2, { do: 'assign', to: 'carl' })
  box.put(2, { do: 'assign', to: 'ana', over: 'carl' })
  for (const at of [1, 2]) box.put(at, left)
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['untested ana', 'untested'])
})
