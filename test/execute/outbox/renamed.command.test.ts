import { afterEach, expect, test } from 'vitest'
import { decided, opened, openRun } from './boxes.ts'

// A project whose identifier changes while its tests are executed.

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

test('a project that gets another identifier meanwhile takes no result away', async () => {
  run = await openRun(2)
  const box = run.open()
  box.put(2, opened)
  await box.drain()
  await run.rename()
  box.put(2, decided('failed'))
  box.put(2, { do: 'comment', content: 'broken' })
  await box.drain()
  expect(box.news.filter(({ type }) => type === 'refused')).toEqual([])
  expect(await run.held()).toEqual(['untested', 'failed ana broken'])
})

test('after that the run is read once, and of each test one row', async () => {
  run = await openRun(12)
  await run.rename()
  const pages: object[] = []
  run.wire.before = (what, request) => what === 'tests.list' && pages.push(request)
  const box = run.open()
  for (const at of [5, 1, 12, 7]) {
    box.put(at, decided('passed'))
    await box.drain()
  }
  expect((await run.held()).filter((one) => one === 'passed ana')).toHaveLength(4)
  expect(pages.slice(1)).toMatchObject([0, 11, 6].map((offset) => ({ offset, limit: 1 })))
  // If another test is at its position in the list, it is looked up again.
  await run.ben.tests.delete({ testId: run.idOf(1) })
  box.put(9, decided('failed'))
  await box.drain()
  expect((await run.held())[7]).toBe('failed ana')
})
