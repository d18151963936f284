import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type DialectAdapter,
  PostgresAdapter,
  PostgresQueryCompiler,
  QueryCreator,
  type QueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import type { Query } from './engine.ts'
import type { Queries, Tables } from './table-types.ts'

/**
 * Creates the query builder over a connection. Uses only the part of Kysely that builds queries: its class `Kysely` would load schema
 * builder, migrations and introspection at every start. `group-commit.ts` manages transactions.
 */
export const createQueries = (query: Query, dialect: Dialect): Queries => {
  const [compiler, adapter] = dialects[dialect]()
  const database: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      const { rows, changes } = await query(sql, parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    streamQuery: () => {
      throw new Error('a store is read page by page')
    },
  }
  const queries = new QueryCreator<Tables>({
    executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(database) }),
  })
  connections.set(queries, { query, dialect })
  return queries
}

const connections = new WeakMap<Queries, { query: Query; dialect: Dialect }>()

/** Returns the function that sends statements on the connection of these queries; undefined for derived queries. */
export const statementOf = (queries: Queries): Query | undefined => connections.get(queries)?.query

/** Returns the SQL dialect of these queries; undefined for derived queries. */
export const dialectOf = (queries: Queries): Dialect | undefined => connections.get(queries)?.dialect

type Dialect = keyof typeof dialects

const dialects = {
  sqlite: (): [QueryCompiler, DialectAdapter] => [new SqliteQueryCompiler(), new SqliteAdapter()],
  postgres: (): [QueryCompiler, DialectAdapter] => [new PostgresQueryCompiler(), new PostgresAdapter()],
}
