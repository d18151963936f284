import { parseStandbyAddress } from '../postgres/address.ts'
import { readStoreId } from '../identity.ts'
import { createPositionReader, type Readable, StandbyError } from './position.ts'
import { loadDriver } from '../postgres/session.ts'
import { createStandby, type Standby } from './standby.ts'

/** The state of a standby. `label` is its name without a password. If it has a `problem`, the primary answers in its place. */
export type StandbyState = { label: string; problem: StandbyError | undefined }

/** Standbys that answer reads in the place of their primary. */
export type Standbys = Readable & {
  states: () => StandbyState[]
  /** How many reads went to standbys, and how many to the primary. */
  counts: () => { standby: number; primary: number }
  /** Checks each standby, and returns their states. */
  look: () => Promise<StandbyState[]>
  /** Calls `hear` for each change of a standby's state. */
  onChange: (hear: (state: StandbyState) => void) => void
  close: () => Promise<void>
}

/**
 * Opens the standbys at an address, such as `postgres://user:password@one,two:5433/database`, for the reads of a store. A `read` sees
 * every write that any server has answered before, as on the store itself. Standbys take turns once they are checked. `primary` serves
 * a read if no standby is ready, or the chosen one fails. Throws a UsageError for an address that cannot be parsed, and the error of
 * the primary if it cannot say which store it is. DECISIONS 238
 */
export const openStandbys = async (address: string, primary: Readable): Promise<Standbys> => {
  const bases = parseStandbyAddress(address)
  const [driver, identity] = await Promise.all([loadDriver(), readStoreId(primary)])
  const readPosition = createPositionReader(primary)
  const hearing: ((state: StandbyState) => void)[] = []
  const standbys = bases.map((base): Standby => {
    const onChange = (problem?: StandbyError) => hearing.forEach((hear) => hear({ label: base.label, problem }))
    return createStandby(driver, base, { readPosition, identity, onChange })
  })
  const states = () => standbys.map(({ label, problem }): StandbyState => ({ label, problem: problem() }))
  const counts = { standby: 0, primary: 0 }
  let turn = 0

  return {
    read: async (work) => {
      const used = standbys.filter(({ problem }) => problem() === undefined)
      const standby = used[turn++ % used.length]
      let by: keyof typeof counts = standby ? 'standby' : 'primary'
      try {
        if (standby) return await standby.read(work)
      } catch (error) {
        if (!(error instanceof StandbyError)) throw error
        by = 'primary'
      } finally {
        counts[by] += 1
      }
      return primary.read(work)
    },
    counts: () => counts,
    states,
    look: async () => {
      await Promise.all(standbys.map(({ look }) => look()))
      return states()
    },
    onChange: (hear) => void hearing.push(hear),
    close: async () => void (await Promise.all(standbys.map(({ close }) => close()))),
  }
}
