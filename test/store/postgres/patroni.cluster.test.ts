import { expect, onTestFailed, onTestFinished, test as anyTest } from 'vitest'
import { startPatroni } from '../../helpers/patroni.ts'
import { lacks } from '../../helpers/programs.ts'
import { open } from './opened.ts'
import { startWriters } from './writers.ts'

const test = anyTest.skipIf(lacks('patroni', 'etcd', 'pg_ctlcluster'))
const rounds = Number(process.env['TESTCTL_FAILOVERS'] ?? 1)

test(`Patroni moves the database ${rounds} times while sixteen write: nothing that was answered is lost or doubled`, async () => {
  const patroni = await startPatroni()
  onTestFinished(patroni.remove)
  onTestFailed(() => console.log(patroni.log()))
  await patroni.settled()
  const stores = await Promise.all([1, 2].map(() => open(patroni.address, { timeoutMs: 2_000 })))
  const writers = startWriters(stores)
  const leaders: string[] = []
  for (let round = 0; round < rounds; round++) {
    await writers.more(100)
    const leader = await patroni.settled()
    leaders.push(leader)
    patroni.kill(leader)
    const killed = performance.now()
    // Two answers for each of them: the first may have been on its way.
    await writers.more(32)
    if (process.env['TESTCTL_FAILOVERS'])
      console.log(`writing again after ${Math.round(performance.now() - killed)} ms`)
    await writers.more(200)
  }
  leaders.push(await patroni.settled())
  const { kept, unknown } = await writers.end()
  if (process.env['TESTCTL_FAILOVERS']) console.log(`${kept} kept, ${unknown} unknown; led: ${leaders.join(', ')}`)
  expect(leaders.filter((leader, at) => leader === leaders[at - 1])).toEqual([])
})
