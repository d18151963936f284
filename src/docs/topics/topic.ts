/** A page of help that belongs to no command: a table that programs can read too, with what there is to say about it. */
export type Topic = {
  /** What stands first. */
  intro: string
  /** What the two columns of the table are called in JSON and the like. */
  columns: readonly [term: string, meaning: string]
  groups: readonly Group[]
  /** What stands after the table, a paragraph each. */
  notes: readonly string[]
  examples: readonly string[]
}

/** Rows of the table that belong together. */
export type Group = { heading?: string; rows: readonly (readonly [term: string | number, meaning: string])[] }

/** The rows as objects, for JSON. */
export const topicRows = ({ columns: [term, meaning], groups }: Topic): Record<string, unknown>[] =>
  groups.flatMap(({ rows }) => rows.map(([name, text]) => ({ [term]: name, [meaning]: text })))
