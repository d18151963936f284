import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../store/index.ts'
import type { Queries } from '../../store/table-types.ts'

/** Counts a wrong key from a network. Returns how many came from there, each less than a minute after the one before. */
export type CountWrongKey = (network: string) => Promise<number>

type Counts = Map<string, number>

/**
 * Counts wrong keys in the store, so that all servers on it count together. One write counts all that arrive at a time, and there are a
 * hundred writes a second at most, even in a flood of wrong keys. DECISIONS 208
 */
export const createWrongKeyCounter = ({
  store,
  now = store.now,
}: {
  store: Store
  now?: () => Date
}): CountWrongKey => {
  let waiting: { counts: Counts; totals: Promise<Counts> } | undefined
  let lastWrite: Promise<unknown> = Promise.resolve()

  const beginBatch = () => {
    const counts: Counts = new Map()
    const totals = lastWrite.then(() => {
      waiting = undefined
      return store.write((queries) => addUp(queries, counts, now().getTime()))
    })
    lastWrite = totals.catch(() => undefined).then(() => sleep(pause, undefined, { ref: false }))
    return { counts, totals }
  }

  return async (network) => {
    const { counts, totals } = (waiting ??= beginBatch())
    const place = (counts.get(network) ?? 0) + 1
    counts.set(network, place)
    const total = (await totals).get(network) ?? 0
    return total - (counts.get(network) ?? 0) + place
  }
}

// In milliseconds.
const lasts = 60_000
const pause = 10

/** The maximum number of networks that are counted; one more evicts the network that has been quiet for longest. */
const mostNetworks = 10_000

const addUp = async (queries: Queries, counts: Counts, time: number): Promise<Counts> => {
  const at = (ms: number): string => new Date(ms).toISOString()
  await queries
    .deleteFrom('wrong_keys')
    .where(({ eb, or }) => or([eb('last_at', '<=', at(time - lasts)), eb('last_at', '>', at(time + lasts))]))
    .execute()
  const rows = await queries
    .insertInto('wrong_keys')
    .values([...counts].map(([network, wrong]) => ({ network, wrong, last_at: at(time) })))
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet(({ ref, eb }) => ({
        wrong: eb('wrong_keys.wrong', '+', ref('excluded.wrong')),
        last_at: ref('excluded.last_at'),
      })),
    )
    .returning(['network', 'wrong'])
    .execute()
  await queries
    .deleteFrom('wrong_keys')
    .where('network', 'in', (all) =>
      all
        .selectFrom('wrong_keys')
        .select('network')
        .orderBy('last_at', 'desc')
        .limit(mostNetworks)
        .offset(mostNetworks),
    )
    .execute()
  return new Map(rows.map(({ network, wrong }) => [network, wrong]))
}
