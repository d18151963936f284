import { type DatabaseConnection, DefaultQueryExecutor, QueryCreator, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { Connection } from './connection.ts'
import type { Queries, Tables } from './tables.ts'

/**
 * The query builder over a connection. Only the part of Kysely that builds queries is taken: its class of that name would
 * load schema builder, migrations and introspection at every start, and transactions are kept by `batches.ts`.
 */
export const createQueries = (connection: Connection): Queries => {
  const database: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      const { rows, changes } = connection.query(sql, parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    streamQuery: () => {
      throw new Error('a store is read page by page')
    },
  }
  return new QueryCreator<Tables>({
    executor: new DefaultQueryExecutor(new SqliteQueryCompiler(), new SqliteAdapter(), {
      provideConnection: (use) => use(database),
    }),
  })
}
