import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { UnavailableError } from '../../../src/errors.ts'
import type { OpBody } from '../../../src/execute/outbox/op.ts'
import { left, opened, openRun } from './boxes.ts'

// What is taken back after it was sent, and before its answer arrived.

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

type Box = ReturnType<typeof run.open>
const comment: OpBody = { do: 'comment', content: 'wrong' }
const kinds: readonly [string, string, OpBody, (box: Box) => OpBody][] = [
  ['a note that is taken back', 'comments.create', comment, (box) => ({ do: 'uncomment', of: box.number() })],
  ['a test that was opened and is left', 'tests.update', opened, () => left],
]

describe.each(kinds)('%s', (_, call, body, back) => {
  const loseAnswer = (meanwhile?: () => unknown) => {
    run.wire.after = async (what) => {
      if (what !== call) return
      delete run.wire.after
      await meanwhile?.()
      throw new UnavailableError('the answer is lost')
    }
  }

  test('leaves nothing behind where its answer was lost', async () => {
    run = await openRun(1)
    const box = run.open()
    run.wire.pause = () => 1_000_000
    loseAnswer()
    box.put(1, body)
    await expect.poll(() => box.news.at(-1)).toMatchObject({ trouble: expect.any(String) as string })
    box.put(1, back(box))
    expect(await box.drain()).toBe(true)
    expect(await run.held()).toEqual(['untested'])
  })

  test('is sent by the next execution where this one was killed before the answer', async () => {
    run = await openRun(1)
    const box = run.open()
    loseAnswer(async () => {
      await box.put(1, back(box))
      void box.kill()
      await setImmediate()
    })
    box.put(1, body)
    await box.drain()
    const next = run.open()
    expect(await next.drain()).toBe(true)
    expect((await run.held())[0]).toMatch(/^untested( ana)?$/)
  })

  test('is not sent at all where nothing was sent', async () => {
    run = await openRun(1)
    const box = run.open()
    box.put(1, body)
    box.put(1, back(box))
    expect(await box.drain()).toBe(true)
    expect(run.calls).toEqual([])
  })
})

test('a test that an unanswered opening assigned to the tester is unassigned when it is left later', async () => {
  run = await openRun(1)
  const box = run.open()
  run.wire.after = (what) => {
    if (what !== 'tests.update') return
    delete run.wire.after
    throw new UnavailableError('the answer is lost')
  }
  box.put(1, opened)
  await expect.poll(() => box.isBusy(run.idOf(1))).toBe(false)
  box.put(1, left)
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['untested'])
})
