import type { Upgrade } from '../store/engine.ts'
import type { Store } from '../store/index.ts'
import type { Standbys } from '../store/standbys/index.ts'
import { type Deps, readStoreTimeout } from './deps.ts'
import { waitingAt } from './waiting.ts'

/**
 * Opens the store at an address, until the context is closed. A `discreet` store does not name its place in errors. Creates a
 * missing store; with `existing`, throws a UsageError instead.
 */
export type OpenStore = (
  address: string,
  options?: { stop?: AbortSignal; discreet?: boolean; existing?: boolean },
) => Promise<Store>

/** Creates the function that opens stores for this process; passes a message to `warn` if opening upgraded the store. */
export const createOpening =
  (deps: Deps, warn: (text: string) => Promise<void>): OpenStore =>
  async (address, { stop = deps.io.stop, discreet = false, existing = false } = {}) => {
    const { settings, onClose } = deps
    const [{ openStore, explainMissingStore }, timeoutMs] = await Promise.all([
      import('../store/index.ts'),
      readStoreTimeout(settings),
    ])
    const missing = existing ? explainMissingStore(address, deps.io.cwd) : undefined
    if (missing) throw missing
    let upgrade: Upgrade | undefined
    const onUpgrade = (done: Upgrade): void => {
      upgrade = done
    }
    // Shows the wait, because another process may hold the store's lock.
    const store = await waitingAt(deps.io, address).during(() =>
      openStore(address, {
        folder: deps.io.cwd,
        timeoutMs,
        stop,
        hurry: deps.io.hurry,
        discreet,
        existing,
        onUpgrade,
        now: deps.io.now,
      }),
    )
    onClose(store.close)
    if (upgrade) await warn(upgradeLine(upgrade))
    return store
  }

// A user who goes back to an older testctl may not be able to use the store any more. DECISIONS 342
const upgradeLine = ({ label, from, to }: Upgrade): string =>
  `upgraded the store ${label} from version ${from} to ${to}: an older testctl may refuse it`

/** Opens the standbys at an address, for the reads of an open store, until the context is closed. */
export type OpenReads = (address: string, store: Store) => Promise<Standbys>

/** Creates the function that opens standbys for this process. */
export const createReadsOpening =
  ({ onClose }: Pick<Deps, 'onClose'>): OpenReads =>
  async (address, store) => {
    const { openStandbys } = await import('../store/standbys/index.ts')
    const standbys = await openStandbys(address, store)
    onClose(standbys.close)
    return standbys
  }
