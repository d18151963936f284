import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openStandbys } from '../../../src/store/standbys/index.ts'
import type { Queries } from '../../../src/store/table-types.ts'
import { open } from './opened.ts'

/**
 * A server's store and its standbys, as `testctl serve` opens them, until the test is over: `store` reads where it may, `primary`
 * where it is written.
 */
export const openReading = async (address: string, reads: string) => {
  const primary = await open(address)
  const standbys = await openStandbys(reads, primary)
  onTestFinished(standbys.close)
  await standbys.look()
  const problems = () => standbys.states().map(({ problem }) => problem?.message)
  return {
    primary,
    store: { ...primary, read: standbys.read },
    standbys,
    problems,
    /** Waits until all of them answer. */
    used: async () => {
      while (problems().some((problem) => problem !== undefined)) {
        await standbys.look()
        await sleep(20)
      }
    },
  }
}

/** Where a piece of work is done: at a standby, or at the primary. */
export const whereReads = async (queries: Queries): Promise<'standby' | 'primary'> => {
  const [row] = await queries.selectNoFrom((is) => is.fn<boolean>('pg_is_in_recovery').as('standby')).execute()
  return row?.standby ? 'standby' : 'primary'
}
