import type { SqliteConnection } from '../../sqlite/connection.ts'
import { listForeignParts } from '../../sqlite/foreign-parts.ts'
import type { Flaw } from './finding.ts'

/**
 * Returns the views and triggers in the file of a store; testctl never makes any. A view in place of a table can return endless rows,
 * so the rows of a store with findings must not be read.
 */
export const findForeignParts = (connection: SqliteConnection): Flaw[] =>
  listForeignParts(connection).map(({ type, name }) => ({
    what: 'schema',
    where: name,
    found: `it is a ${type}, which testctl never makes`,
  }))
