import type { Work } from './joint-work.ts'

/** Which store this is: no other one has its identity, but a copy of it. */
export const readStoreId = async ({ read }: { read: <T>(work: Work<T>) => Promise<T> }): Promise<string> =>
  (await read((queries) => queries.selectFrom('about').select('identity').executeTakeFirstOrThrow())).identity
