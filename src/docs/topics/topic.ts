/** A help page that belongs to no command: a table that programs can read too, with text around it. */
export type Topic = {
  /** The first paragraph. */
  intro: string
  /** The names of the two columns of the table in JSON and other formats. */
  columns: readonly [term: string, meaning: string]
  groups: readonly Group[]
  /** The paragraphs after the table. */
  notes: readonly string[]
  examples: readonly string[]
}

/** Rows of the table that belong together. */
export type Group = { heading?: string; rows: readonly (readonly [term: string | number, meaning: string])[] }

/** Returns the rows as objects, for JSON. */
export const topicRows = ({ columns: [term, meaning], groups }: Topic): Record<string, unknown>[] =>
  groups.flatMap(({ rows }) => rows.map(([name, text]) => ({ [term]: name, [meaning]: text })))
