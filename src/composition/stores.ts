import type { Store } from '../store/index.ts'
import { type Deps, readStoreTimeout } from './deps.ts'
import { waitingAt } from './waiting.ts'

/**
 * Opens the store at an address, until the context is closed; a discreet one does not name its place in errors. A file that
 * is missing is created, unless it is opened as an `existing` one: then it is a UsageError.
 */
export type OpenStore = (
  address: string,
  options?: { stop?: AbortSignal; discreet?: boolean; existing?: boolean },
) => Promise<Store>

/** How this process opens stores. */
export const createOpening =
  (ground: Deps): OpenStore =>
  async (address, { stop = ground.io.stop, discreet = false, existing = false } = {}) => {
    const { settings, onClose } = ground
    const [{ openStore, explainMissingStore }, timeoutMs] = await Promise.all([
      import('../store/index.ts'),
      readStoreTimeout(settings),
    ])
    const missing = existing ? explainMissingStore(address, ground.io.cwd) : undefined
    if (missing) throw missing
    // Somebody else may hold its lock.
    const store = await waitingAt(ground, address).during(() =>
      openStore(address, { folder: ground.io.cwd, timeoutMs, stop, discreet }),
    )
    onClose(store.close)
    return store
  }
