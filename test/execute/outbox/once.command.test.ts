import { afterEach, describe, expect, test } from 'vitest'
import { RejectedError, UnavailableError } from '../../../src/errors.ts'
import { decided, opened, openRun } from './boxes.ts'

// What is settled is not sent a second time, and what did not arrive is.

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

type Box = ReturnType<typeof run.open>
const settled: readonly [string, (box: Box) => unknown][] = [
  ['a result that was sent', (box) => box.put(1, decided('passed'))],
  [
    'a result that a later one has replaced',
    (box) => {
      box.put(1, opened)
      box.put(1, decided('failed'))
      return box.put(1, decided('passed', 'failed'))
    },
  ],
  [
    'a note that the service refused',
    async (box) => {
      run.wire.before = (what) => {
        if (what === 'comments.create') throw new RejectedError('it is too long', { status: 400 })
      }
      box.put(1, { do: 'comment', content: 'long' })
      await box.drain()
    },
  ],
]

test.each(settled)('%s is not sent again by the next execution', async (_, put) => {
  run = await openRun(1)
  const box = run.open()
  await put(box)
  await expect.poll(() => run.calls.length).toBeGreaterThan(0)
  // The end waits for requests under way, so the journal has their outcome.
  await box.close()
  const calls = run.calls.length
  await run.setAsBen(1, 'untested')
  expect(await run.open().drain()).toBe(true)
  expect(run.calls).toHaveLength(calls)
})

test('two results of a test that were left unsent are not sent again, once the next execution has sent the last', async () => {
  run = await openRun(1)
  const box = run.open()
  run.wire.before = async () => {
    delete run.wire.before
    await box.put(1, decided('failed', 'passed'))
    void box.kill()
    throw new UnavailableError('killed')
  }
  box.put(1, decided('passed'))
  await box.drain()
  const next = run.open()
  expect(await next.drain()).toBe(true)
  await next.close()
  const calls = run.calls.length
  expect(await run.open().drain()).toBe(true)
  expect(run.calls).toHaveLength(calls)
  expect(await run.held()).toEqual(['failed ana'])
})

const meanwhile = [
  ['the tester has written the same note before', 'before', 'ana', 'broken'],
  ['another person writes the same note meanwhile', 'meanwhile', 'ben', 'broken'],
  ['the tester writes another note elsewhere meanwhile', 'meanwhile', 'ana', 'slow'],
] as const

describe.each(meanwhile)('where %s, a note', (_, when, who, content) => {
  test.each(['before', 'after'] as const)('is made once if the connection fails %s it arrives', async (hook) => {
    run = await openRun(1)
    const write = () => run[who].comments.create({ resourceId: run.idOf(1), content })
    if (when === 'before') await write()
    const box = run.open()
    run.wire[hook] = async (what: string) => {
      if (what !== 'comments.create') return
      delete run.wire[hook]
      if (when === 'meanwhile') await write()
      throw new UnavailableError('the connection was reset')
    }
    box.put(1, { do: 'comment', content: 'broken' })
    await expect.poll(box.count).toBe(0)
    const notes = (await run.held())[0]?.split(/ +/).slice(1)
    expect(notes?.toSorted()).toEqual(['broken', content].toSorted())
  })
})

test('a note is made once, also if the holder of the key becomes known only after its first attempt', async () => {
  run = await openRun(1)
  await run.ben.comments.create({ resourceId: run.idOf(1), content: 'broken' })
  const box = run.open(null)
  run.wire.pause = () => 1_000_000
  run.wire.after = (what) => {
    if (what === 'comments.create') throw new UnavailableError('the connection was reset')
  }
  box.put(1, { do: 'comment', content: 'broken' })
  await expect.poll(() => box.news.at(-1)).toMatchObject({ trouble: expect.any(String) as string })
  delete run.wire.after
  await box.close()
  const next = run.open()
  expect(await next.drain()).toBe(true)
  expect((await run.held())[0]?.split(/ +/).filter((word) => word === 'broken')).toHaveLength(2)
})
