import { createKeys } from '../../src/service/index.ts'
import type { KeyOrder } from '../../src/service/auth/keys.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { counting, openEmptyStore } from './fixture.ts'

export const minute = 60_000

/** Opens the keys of an empty store, or of the store at an address, with a clock that the test moves. */
export const openKeys = async (address?: string) => {
  const { counter, store } = counting(await (address === undefined ? openEmptyStore() : openStore(address)))
  const clock = { time: Date.parse('2026-01-01T00:00:00.000Z') }
  const now = () => new Date(clock.time)
  const keys = createKeys({ store, now })
  const make = (order: Partial<KeyOrder> = {}) =>
    keys.create({ name: 'ci', role: 'writer', createdBy: 'ana', ...order })
  /** The keys as another server on the same store sees them. */
  const elsewhere = createKeys({ store, now })
  return { store, counter, clock, now, keys, elsewhere, make }
}

/** Waits until all pending writes are done. */
export const settled = (store: Store) => store.write(async () => undefined)
