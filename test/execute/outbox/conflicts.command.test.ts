import { expect, onTestFinished, test } from 'vitest'
import { itemOf, play } from '../sessions.ts'
import { openRun } from './boxes.ts'

test('a result that changed again since the question about it was asked stays', async () => {
  const run = await openRun(1)
  onTestFinished(() => run.close())
  const box = run.open()
  const session = play([itemOf(1, { id: run.idOf(1) })])
  for (const [keys, theirs] of [
    ['p', 'inProgress'],
    ['cm', 'failed'],
  ] as const) {
    await run.setAsBen(1, theirs)
    session.press(keys)
    box.put(1, session.sent().at(-1)!)
    await box.drain()
    session.hear(...box.news)
  }
  expect(await run.held()).toEqual(['failed'])
  expect(box.news.findLast(({ type }) => type === 'conflict')).toMatchObject({
    theirs: { result: 'failed', by: 'ben' },
  })
})
