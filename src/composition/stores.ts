import type { Store } from '../store/index.ts'
import { type Ground, readPatience } from './ground.ts'

/** Opens the store at an address, until the context is closed; a discreet one does not name its place in errors. */
export type OpenStore = (address: string, options?: { stop?: AbortSignal; discreet?: boolean }) => Promise<Store>

/** How this process opens stores. */
export const createOpening =
  ({ io, settings, onClose }: Ground): OpenStore =>
  async (address, { stop = io.stop, discreet = false } = {}) => {
    const [{ openStore }, patience] = await Promise.all([import('../store/index.ts'), readPatience(settings)])
    const store = await openStore(address, { folder: io.cwd, patience, stop, discreet })
    onClose(store.close)
    return store
  }
