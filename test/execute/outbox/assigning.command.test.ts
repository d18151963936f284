import { afterEach, expect, test } from 'vitest'
import { UnavailableError } from '../../../src/errors.ts'
import { openRun } from './boxes.ts'

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
