import { type RawBuilder, sql } from 'kysely'

/** The total size of the texts in these columns, in bytes: an engine knows it without reading them. */
export const bytesIn = (...columns: readonly string[]): RawBuilder<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  )}`
