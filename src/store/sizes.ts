import { type RawBuilder, sql } from 'kysely'

/** Returns SQL for the total size of the texts in these columns, in bytes. Engines know sizes without reading the texts. */
export const bytesIn = (...columns: readonly string[]): RawBuilder<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  )}`
