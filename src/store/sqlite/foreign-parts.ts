import { UsageError } from '../../errors.ts'
import { quoteWord } from '../../system/shell-line.ts'
import type { StoreLocation } from '../address.ts'
import { statementsSince } from '../migrations.ts'
import type { SqliteConnection } from './connection.ts'

/** A view or a trigger in the file of a store, and its table. testctl itself creates neither. */
export type ForeignPart = { type: 'view' | 'trigger'; name: string; table: string }

/** Lists the views and triggers in the file of a store, by name. */
export const listForeignParts = (connection: SqliteConnection): ForeignPart[] =>
  connection.query(
    `select type, name, tbl_name as "table" from sqlite_master where type in ('view', 'trigger') order by name`,
  ).rows as ForeignPart[]

/**
 * Throws a UsageError if a trigger could change what is stored, or a view takes the place of a table: the stored results would differ
 * from the reported ones. Other views and triggers are harmless. DECISIONS 318
 */
export const refuseForeignParts = (connection: SqliteConnection, { label }: StoreLocation): void => {
  const parts = listForeignParts(connection)
  if (parts.length === 0) return
  const tables = statementsSince(0).flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? [])
  const harmful = parts.find(({ table }) => tables.includes(table.toLowerCase()))
  if (!harmful) return
  const { type, name, table } = harmful
  const what = JSON.stringify(name)
  throw type === 'view'
    ? new UsageError(`the store ${label} has a view instead of its table ${table}`, {
        hint: 'replace it by its latest backup: testctl store restore --help',
      })
    : new UsageError(`the store ${label} has a trigger ${what}, which could change what is stored in ${table}`, {
        hint: `copy the rows into a store without it: testctl store copy ${quoteWord(`file:${label}`)} file:./copied.db`,
      })
}

/** Removes all triggers, in a copy that is not in use yet. */
export const dropTriggers = (connection: SqliteConnection): void => {
  for (const { type, name } of listForeignParts(connection))
    if (type === 'trigger') connection.run(`drop trigger "${name.replaceAll('"', '""')}"`)
}
