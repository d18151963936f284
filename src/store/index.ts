import { parseStoreAddress } from './address.ts'
import { createBatches, type Work } from './batches.ts'
import { connectTo, type Connection } from './connection.ts'
import { explainFailedOpening } from './failures.ts'
import { prepare } from './preparation.ts'

/** Where the service keeps everything. A promise is kept when it is on the disk. */
export type Store = {
  /** Queries that belong together; they all see the same moment. */
  read: <T>(work: Work<T>) => Promise<T>
  /** Changes that belong together: all of them are kept or none. What the work throws reaches the caller. */
  write: <T>(work: Work<T>) => Promise<T>
  /** Finishes what was begun, waits for no other process any more, and lets go of the file. */
  close: () => Promise<void>
}

type Options = {
  /** Where relative addresses start. */
  folder?: string
  /** How long to wait for other processes, in milliseconds. */
  patience?: number
  /** Ends that wait; its reason is thrown where it came before the store was open. */
  stop?: AbortSignal
}

/**
 * Opens the store at an address such as `file:./team.db`, which is created where it is missing, or `:memory:`.
 * Throws a UsageError for what cannot be a store, an UnavailableError for one that cannot be used now.
 */
export const openStore = async (
  address: string,
  { folder = '.', patience: limit = 10_000, stop }: Options = {},
): Promise<Store> => {
  const place = parseStoreAddress(address, folder)
  const patience = { limit, isOver: () => stop?.aborted ?? false }
  let connection: Connection | undefined
  try {
    connection = connectTo(place)
    await prepare(connection, place, patience)
    return createBatches(connection, { place, patience })
  } catch (error) {
    connection?.close()
    if (stop?.aborted) throw stop.reason
    throw explainFailedOpening(error, place)
  }
}
