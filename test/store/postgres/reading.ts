import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openStandbys } from '../../../src/store/standbys/index.ts'
import type { Queries } from '../../../src/store/table-types.ts'
import { open } from './opened.ts'

/**
 * Opens a store and its standbys as `testctl serve` does, until the test ends. `store` reads from a standby if it can, `primary` always
 * from the primary.
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
    /** Waits until all standbys answer. */
    used: async () => {
      while (problems().some((problem) => problem !== undefined)) {
        await standbys.look()
        await sleep(20)
      }
    },
  }
}

/** Asks the database whether it is a standby or the primary. */
export const whereReads = async (queries: Queries): Promise<'standby' | 'primary'> => {
  const [row] = await queries.selectNoFrom((is) => is.fn<boolean>('pg_is_in_recovery').as('standby')).execute()
  return row?.standby ? 'standby' : 'primary'
}
