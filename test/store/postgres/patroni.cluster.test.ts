import { expect, onTestFailed, onTestFinished, test as anyTest } from 'vitest'
import { startPatroni } from '../../helpers/patroni.ts'
import { lacks } from '../../helpers/programs.ts'
import { insertProject } from '../rows.ts'
import { open } from './opened.ts'
import { createFateOf, createPlacedWrites, readTimelineEnds } from './promotions.ts'
import { type Insert, startWriters } from './writers.ts'

const test = anyTest.skipIf(lacks('patroni', 'etcd', 'pg_ctlcluster'))
const isLarge = process.env['TESTCTL_FAILOVERS'] !== undefined
const rounds = Number(process.env['TESTCTL_FAILOVERS'] ?? 1)
const times = rounds === 1 ? 'once' : `${rounds} times`

type Writers = ReturnType<typeof startWriters>
type Patroni = Awaited<ReturnType<typeof startPatroni>>

/** Starts a cluster, two stores on it, and sixteen writers that use `insert`. */
const startWriting = async ({ isSync, insert }: { isSync: boolean; insert: Insert }) => {
  const patroni = await startPatroni({ isSync })
  onTestFinished(patroni.remove)
  onTestFailed(() => console.log(patroni.log()))
  await patroni.settled()
  const stores = await Promise.all([1, 2].map(() => open(patroni.address, { timeoutMs: 2_000 })))
  return { patroni, stores, writers: startWriters(stores, insert) }
}

/** Kills the primary in each round, after `before`. Returns the written names once the cluster has settled. */
const moveAround = async (patroni: Patroni, writers: Writers, before = async (_round: number) => {}) => {
  const leaders: string[] = []
  for (let round = 0; round < rounds; round++) {
    await writers.more(100)
    const leader = await patroni.settled()
    leaders.push(leader)
    await before(round)
    patroni.kill(leader)
    const killed = performance.now()
    // Two answers for each writer: the first may have been in flight.
    await writers.more(32)
    if (isLarge) console.log(`writing again after ${Math.round(performance.now() - killed)} ms`)
    await writers.more(200)
  }
  leaders.push(await patroni.settled())
  const written = await writers.end()
  const [kept, unknown, lost] = [written.kept, written.unknown, written.lost].map((names) => names.length)
  if (isLarge) console.log(`${kept} answered, ${unknown} unknown, ${lost} lost; led: ${leaders.join(', ')}`)
  expect(leaders.filter((leader, at) => leader === leaders[at - 1])).toEqual([])
  return written
}

test(`Patroni moves the database ${times} while sixteen write: nothing that was answered is lost or doubled`, async () => {
  const { patroni, writers } = await startWriting({ isSync: true, insert: insertProject })
  expect((await moveAround(patroni, writers)).lost).toEqual([])
})

test(`the same ${times} where the standby follows asynchronously: lost is what the new primary does not have of the log, and nothing else`, async () => {
  const { places, insert } = createPlacedWrites()
  const { patroni, stores, writers } = await startWriting({ isSync: false, insert })
  const [store] = stores as [(typeof stores)[0]]
  const late = 'a failover can lose the last answered writes (a standby follows asynchronously)'
  expect((await store.examine())?.caveats).toContain(late)

  const { kept, lost } = await moveAround(patroni, writers, async (round) => {
    // In every other round, the standby is cut off first and falls behind; in the others it is as far as it happens to be.
    if (round % 2 === 1) return
    patroni.separate()
    await writers.more(50)
  })
  expect(lost.length).toBeGreaterThan(0)
  const fateOf = createFateOf(places, await readTimelineEnds(store))
  const isLost = new Set(lost)
  expect(kept.filter((name) => fateOf(name) === 'kept' && isLost.has(name))).toEqual([])
  expect(kept.filter((name) => fateOf(name) === 'lost' && !isLost.has(name))).toEqual([])
})
