import type { SqliteConnection } from '../../sqlite/connection.ts'
import { listForeignParts } from '../../sqlite/foreign-parts.ts'
import { restoring, type Violation } from './finding.ts'

/**
 * Views and triggers in the file of a store; testctl never makes any. A view in place of a table can return rows without end, so
 * the rows of such a store must not be read.
 */
export const findForeignParts = (connection: SqliteConnection): Violation[] =>
  listForeignParts(connection).map(({ type, name }) => ({
    what: 'schema',
    where: name,
    found: `it is a ${type}, which testctl never makes`,
    hint: restoring,
  }))
