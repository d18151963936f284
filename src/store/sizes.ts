import { type RawBuilder, sql } from 'kysely'

/** How many bytes the texts in these columns have together: an engine knows that without reading them. */
export const bytesIn = (...columns: readonly string[]): RawBuilder<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  )}`
