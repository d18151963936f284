import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWrongKeyCounter } from '../../../src/service/index.ts'
import { openEmptyStore, numbersTo } from '../fixture.ts'

const minute = 60_000

/** Opens the counters of two servers on one store, with a clock that the test moves. `rows` reads the stored counts. */
const openCounters = async () => {
  const store = await openEmptyStore()
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') }
  const now = () => new Date(clock.time)
  let writes = 0
  let isFailing = false
  const write: typeof store.write = async (work) => {
    writes += 1
    if (!isFailing) return store.write(work)
    isFailing = false
    throw new Error('no disk')
  }
  return {
    store,
    clock,
    here: createWrongKeyCounter({ store: { ...store, write }, now }),
    there: createWrongKeyCounter({ store, now }),
    writes: () => writes,
    /** Lets the next write fail. */
    fail: () => (isFailing = true),
    rows: () => store.read((queries) => queries.selectFrom('wrong_keys').selectAll().execute()),
  }
}

describe('wrong keys', () => {
  test('are counted together by all servers, for each network apart', async () => {
    const { here, there } = await openCounters()
    expect([await here('a'), await there('a'), await here('b'), await here('a')]).toEqual([1, 2, 1, 3])
  })

  test('that come at once are counted each, by a few writes', async () => {
    const { here, there, writes } = await openCounters()
    await there('a')
    const counts = await Promise.all(Array.from({ length: 100 }, (_, at) => here(at % 2 ? 'a' : 'b')))
    expect(counts.filter((_, at) => at % 2)).toEqual(Array.from({ length: 50 }, (_, at) => at + 2))
    expect(counts.filter((_, at) => at % 2 === 0)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
    expect(writes()).toBeLessThanOrEqual(2)
  })

  test('are forgotten a minute after the last, and cleared away with the next', async () => {
    const { clock, here, rows } = await openCounters()
    await here('a')
    clock.time += minute - 1
    expect(await here('a')).toBe(2)
    clock.time += minute
    await here('b')
    expect(await rows()).toMatchObject([{ network: 'b' }])
    expect(await here('a')).toBe(1)
  })

  test('are forgotten where the clock was set back by more than a minute', async () => {
    const { clock, here } = await openCounters()
    expect([await here('a'), await here('a')]).toEqual([1, 2])
    clock.time -= minute + 1
    expect(await here('a')).toBe(1)
  })

  test('are counted again after the store could not be written', async () => {
    const { here, fail } = await openCounters()
    fail()
    await expect(here('a')).rejects.toThrow('no disk')
    expect([await here('a'), await here('a')]).toEqual([1, 2])
  })

  test('from ten thousand networks at most are remembered, the last ones', async () => {
    const { clock, here, rows, store } = await openCounters()
    const [first, second] = [0, 1].map((later) => sql.lit(new Date(clock.time + later).toISOString()))
    await store.write((queries) =>
      queries
        .insertInto('wrong_keys')
        .columns(['network', 'wrong', 'last_at'])
        .expression(
          sql`with recursive ${numbersTo(9_900)}
            select 'n' || at, 1, case when at < 200 then ${first} else ${second} end from numbers`,
        )
        .execute(),
    )
    clock.time += 1
    for (let from = 9_900; from < 10_200; from += 100) {
      clock.time += 1
      await Promise.all(Array.from({ length: 100 }, (_, at) => here(`n${from + at}`)))
    }
    expect(await rows()).toHaveLength(10_000)
    expect([await here('n10199'), await here('n200'), await here('n199'), await here('n0')]).toEqual([2, 2, 1, 1])
  })
})
