import type { Work } from './joint-work.ts'

/**
 * Reads the identity of a store. No other store has the same one, except a raw copy of its file or database (`store copy` makes a new
 * one).
 */
export const readStoreId = async ({ read }: { read: <T>(work: Work<T>) => Promise<T> }): Promise<string> =>
  (await read((queries) => queries.selectFrom('about').select('identity').executeTakeFirstOrThrow())).identity
