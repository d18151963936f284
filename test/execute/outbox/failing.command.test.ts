import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { RejectedError, UnauthorizedError, UnavailableError } from '../../../src/errors.ts'
import { decided, opened, openRun } from './boxes.ts'

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

describe('a service that fails', () => {
  test('is waited for: all that waits is told, and sent when it answers again', async () => {
    run = await openRun(3)
    const box = run.open()
    let isAway = true
    run.wire.before = () => {
      if (isAway) throw new UnavailableError('connection refused')
    }
    for (const at of [1, 2, 3]) box.put(at, decided('passed'))
    expect(await box.drain()).toBe(false)
    expect(box.news).toContainEqual({
      type: 'waiting',
      count: 3,
      trouble: 'The service does not answer (connection refused)',
    })
    isAway = false
    await expect.poll(box.count).toBe(0)
    expect(await run.held()).toEqual(['passed ana', 'passed ana', 'passed ana'])
    expect(box.news.at(-1)).toEqual({ type: 'waiting', count: 0, trouble: undefined })
  })

  test('in requests that were under way at the end is asked once more', async () => {
    run = await openRun(3)
    const box = run.open()
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    let isAway = true
    run.wire.before = async () => {
      if (!isAway) return
      await answered
      throw new UnavailableError('connection refused')
    }
    await Promise.all([1, 2, 3].map((at) => box.put(at, decided('passed'))))
    await expect.poll(() => run.calls.length).toBe(3)
    const drained = box.drain()
    isAway = false
    answer()
    expect(await drained).toBe(true)
    expect(await run.held()).toEqual(['passed ana', 'passed ana', 'passed ana'])
  })

  test('with 429 and 409 is asked again', async () => {
    run = await openRun(1)
    const box = run.open()
    const answers = [429, 409, 409]
    run.wire.before = () => {
      const status = answers.shift()
      if (status) throw new RejectedError('not now', { status })
    }
    box.put(1, decided('failed'))
    await expect.poll(box.count).toBe(0)
    expect(await run.held()).toEqual(['failed ana'])
  })

  test('that refuses something is told of, and the rest is sent', async () => {
    run = await openRun(2)
    const box = run.open()
    run.wire.before = (what) => {
      if (what === 'comments.create') throw new RejectedError('content is too long', { status: 400 })
    }
    box.put(1, { do: 'comment', content: 'long' })
    box.put(1, decided('failed'))
    box.put(2, decided('passed'))
    await run.ben.tests.delete({ testId: run.idOf(2) })
    await box.drain()
    expect(await run.held()).toEqual(['failed ana'])
    const refused = box.news.flatMap((news) => (news.type === 'refused' ? [`${news.isGone}: ${news.message}`] : []))
    expect(refused.toSorted()).toEqual(['false: content is too long', 'true: there is no test WEB-T2'])
  })

  test('that refuses the key ends it, and everything stays in the journal', async () => {
    run = await openRun(1)
    const box = run.open()
    run.wire.before = () => {
      throw new UnauthorizedError('the key was revoked')
    }
    box.put(1, decided('passed'))
    expect(await box.drain()).toBe(false)
    expect(box.fatal()).toBeInstanceOf(UnauthorizedError)
    delete run.wire.before
    expect(await run.open().drain()).toBe(true)
    expect(await run.held()).toEqual(['passed ana'])
  })
})

describe('after a kill', () => {
  test('everything that was decided is sent, each comment once, whenever it came', async () => {
    for (let killedAt = 1; killedAt <= 17; killedAt++) {
      run = await openRun(3)
      const first = run.open()
      let requests = 0
      // Kills before a request, or after the service carried it out and before its answer arrives.
      const count = async () => {
        if (++requests !== killedAt) return
        void first.kill()
        await rest(1)
        throw new UnavailableError('killed')
      }
      run.wire.before = count
      run.wire.after = count
      for (const at of [1, 2, 3]) {
        first.put(at, opened)
        first.put(at, decided(at === 2 ? 'failed' : 'passed'))
        if (at === 2) first.put(at, { do: 'comment', content: 'broken' })
      }
      await first.drain()
      run.wire = {}
      await first.kill()
      delete run.wire.before
      const second = run.open()
      expect(await second.drain()).toBe(true)
      expect({ killedAt, held: await run.held() }).toEqual({
        killedAt,
        held: ['passed ana', 'failed ana broken', 'passed ana'],
      })
      expect(second.news.filter(({ type }) => type === 'conflict')).toEqual([])
      await run.close()
    }
    run = await openRun(1)
  })

  test.each(['ana', undefined])(
    'an opening whose answer was lost is ours, two kills later, where the key is %s’s',
    async (me) => {
      run = await openRun(1)
      const first = run.open(me)
      run.wire.after = (what) => {
        if (what !== 'tests.update') return
        void first.kill()
        throw new UnavailableError('killed')
      }
      first.put(1, opened)
      await first.drain()
      delete run.wire.after
      const second = run.open(me)
      await second.drain()
      run.wire.before = () => {
        throw new UnavailableError('killed')
      }
      second.put(1, decided('passed'))
      await second.drain()
      await second.kill()
      delete run.wire.before
      const third = run.open(me)
      expect(await third.drain()).toBe(true)
      expect(await run.held()).toEqual(['passed ana'])
    },
  )
})
