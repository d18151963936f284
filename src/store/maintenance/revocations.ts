import type { Queries, Row } from '../table-types.ts'

/** Reads the revoked keys of a store, which its server refuses. */
export const readRevoked = (queries: Queries): Promise<Row<'keys'>[]> =>
  queries.selectFrom('keys').selectAll().where('revoked_at', 'is not', null).execute()

/**
 * Revokes in a restored store the keys that were revoked before the restore. Adds those that the backup does not know, so that no later
 * backup revives them either. Returns the names of the keys that are valid in the backup. DECISIONS 106
 */
export const revokeAgain = async (queries: Queries, revoked: readonly Row<'keys'>[]): Promise<string[]> => {
  const revived: string[] = []
  for (const row of revoked) {
    const known = await queries.selectFrom('keys').select(['id', 'revoked_at']).where('hash', '=', row.hash).execute()
    if (known.length === 0) await queries.insertInto('keys').values(row).execute()
    else if (known.some(({ revoked_at }) => revoked_at === null)) {
      await queries.updateTable('keys').set({ revoked_at: row.revoked_at }).where('hash', '=', row.hash).execute()
      revived.push(row.name)
    }
  }
  return revived
}

/** Counts the keys of a store that are not revoked. */
export const countOpen = async (queries: Queries): Promise<number> =>
  (await queries.selectFrom('keys').select('id').where('revoked_at', 'is', null).execute()).length
