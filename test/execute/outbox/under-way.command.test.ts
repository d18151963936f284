import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { InterruptedError, RejectedError, UnavailableError } from '../../../src/errors.ts'
import { decided, openRun } from './boxes.ts'

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

/** Holds the requests of one kind until they are let go. */
const hold = (what: string) => {
  let go = (): void => undefined
  const gone = new Promise<void>((resolve) => (go = resolve))
  run.wire.before = (asked) => (asked === what ? gone : undefined)
  return { go, isHeld: () => run.calls.includes(what) }
}

test('a decision that is under way is followed by the next one', async () => {
  run = await openRun(1)
  const box = run.open()
  const { go, isHeld } = hold('tests.update')
  box.put(1, decided('passed'))
  await expect.poll(isHeld).toBe(true)
  box.put(1, decided('failed', 'passed'))
  go()
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['failed ana'])
})

test('a note that is taken back while it is under way is taken back', async () => {
  run = await openRun(1)
  const box = run.open()
  const { go, isHeld } = hold('comments.create')
  box.put(1, { do: 'comment', content: 'broken' })
  const of = box.number()
  await expect.poll(isHeld).toBe(true)
  box.put(1, { do: 'uncomment', of })
  go()
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['untested'])
})

test('nothing is sent before the journal has it', async () => {
  run = await openRun(2)
  const box = run.open()
  const { go, isHeld } = hold('tests.update')
  box.put(1, decided('passed'))
  await expect.poll(isHeld).toBe(true)
  let write = (): void => undefined
  const written = new Promise<void>((resolve) => (write = resolve))
  run.wire.note = () => {
    delete run.wire.note
    return written
  }
  void box.put(2, decided('passed'))
  go()
  await expect.poll(box.count).toBe(1)
  await setImmediate()
  expect(await run.held()).toEqual(['passed ana', 'untested'])
  expect(run.calls.filter((call) => call === 'tests.get')).toHaveLength(1)
  write()
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['passed ana', 'passed ana'])
})

test('while the service is away, one request at a time asks for it, and failing together counts once', async () => {
  run = await openRun(3)
  const box = run.open()
  const pauses: { failures: number; asked: number }[] = []
  let underWay = 0
  let most = 0
  run.wire.pause = (failures) => {
    pauses.push({ failures, asked: run.calls.length })
    return 1
  }
  run.wire.before = async () => {
    underWay += 1
    if (run.calls.length > 3) most = Math.max(most, underWay)
    await setImmediate()
    underWay -= 1
    throw new UnavailableError('connection refused')
  }
  await Promise.all([1, 2, 3].map((at) => box.put(at, decided('passed'))))
  await expect.poll(() => run.calls.length).toBeGreaterThan(8)
  await box.kill()
  expect(most).toBe(1)
  expect(pauses.filter(({ asked }) => asked <= 3)).toEqual([{ failures: 1, asked: 3 }])
})

test('waiting for the end asks a service that was away at once, not after the pause', async () => {
  run = await openRun(1)
  const box = run.open()
  run.wire.pause = () => 1_000_000
  run.wire.before = () => {
    throw new UnavailableError('connection refused')
  }
  box.put(1, decided('passed'))
  await expect.poll(() => box.news.at(-1)).toMatchObject({ trouble: expect.any(String) as string })
  delete run.wire.before
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['passed ana'])
})

test('a change that collides five times is refused', async () => {
  run = await openRun(1)
  const box = run.open()
  run.wire.before = () => {
    throw new RejectedError('somebody changes it', { status: 409 })
  }
  box.put(1, decided('passed'))
  expect(await box.drain()).toBe(true)
  expect(run.calls).toHaveLength(5)
  expect(box.news.some(({ type }) => type === 'refused')).toBe(true)
})

test('what is cut off at the end is not refused: the next execution sends it', async () => {
  run = await openRun(1)
  const box = run.open()
  let cut = (): void => undefined
  run.wire.before = () => new Promise((_, reject) => (cut = () => reject(new InterruptedError('interrupted'))))
  box.put(1, decided('passed'))
  await expect.poll(() => run.calls.length).toBe(1)
  const closed = box.close()
  cut()
  await closed
  delete run.wire.before
  expect(await run.open().drain()).toBe(true)
  expect(await run.held()).toEqual(['passed ana'])
})
