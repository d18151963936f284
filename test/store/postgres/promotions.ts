import type { Store } from '../../../src/store/index.ts'
import { statementOf } from '../../../src/store/queries.ts'
import { putProject } from '../rows.ts'
import type { Insert } from './writers.ts'

/** The position of the server's log after a write and before its commit. The commit comes after it. */
type Place = { timeline: number; transaction: number; position: number }

const whereItStands = `select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  pg_current_xact_id()::text::bigint as transaction, pg_current_wal_insert_lsn() - '0/0' as position`

/** Returns an `insert` that notes the position of the log for each project, and these positions. */
export const createPlacedWrites = () => {
  const places = new Map<string, Place>()
  const insert: Insert = (store, name) =>
    store.write(async (queries) => {
      await putProject(queries, name)
      const { rows } = await statementOf(queries)!(whereItStands)
      places.set(name, rows[0] as Place)
    })
  return { places: places as ReadonlyMap<string, Place>, insert }
}

/** Reads from the history file of the promotions where the log of each earlier timeline ends in the store. */
export const readTimelineEnds = (store: Store): Promise<Map<number, number>> =>
  store.read(async (queries) => {
    const { rows } = await statementOf(queries)!(historyFile)
    const lines = (rows[0] as { history: string }).history.matchAll(/^(\d+)\t(\w+)\/(\w+)/gm)
    return new Map(
      Array.from(lines, ([, timeline, high, low]) => [
        Number(timeline),
        Number.parseInt(high!, 16) * 2 ** 32 + Number.parseInt(low!, 16),
      ]),
    )
  })

const historyFile = `select pg_read_file('pg_wal/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.history') as history`

/**
 * Returns a function that tells from the ends of the timelines whether a write was kept or lost. Transactions write one at a time, so
 * each is noted after the commit of the one before. Only the last one noted before the end (`border`) may be on either side of it.
 */
export const createFateOf = (places: ReadonlyMap<string, Place>, ends: ReadonlyMap<number, number>) => {
  const borders = new Map(
    Array.from(ends, ([timeline, end]) => {
      const before = [...places.values()].filter((place) => place.timeline === timeline && place.position < end)
      return [timeline, Math.max(...before.map(({ transaction }) => transaction))]
    }),
  )
  return (name: string): 'kept' | 'border' | 'lost' => {
    const { timeline, transaction } = places.get(name)!
    const border = borders.get(timeline) ?? Infinity
    return transaction < border ? 'kept' : transaction > border ? 'lost' : 'border'
  }
}
