import { openStore, type Store } from '../index.ts'
import type { MaintenanceOptions, Spot } from './locations.ts'

/** Opens a store for some work and closes it afterwards. A store of an earlier version is upgraded. */
export const withStore = async <T>(
  { address }: Pick<Spot, 'address'>,
  { folder, timeoutMs, stop }: Pick<MaintenanceOptions, 'folder' | 'timeoutMs' | 'stop'>,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const store = await openStore(address, {
    folder,
    readers: 1,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(stop && { stop }),
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
