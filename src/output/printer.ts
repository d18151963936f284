import type { Noun } from '../contract/vocabulary.ts'
import type { Line } from './line.ts'
import type { Live } from './live.ts'

/** A resource as the service sent it, unknown fields included, with the computed `identifier` first where it is known. */
export type Row = Readonly<Record<string, unknown>>

/** The forms that an answer can take (PROMISES, "Output"). */
export type Format = 'table' | 'tsv' | 'json' | 'ndjson' | 'quiet' | 'csv' | 'template'

/** Writes the answer to stdout and everything else to stderr; what a command has to say goes through here. */
export type Printer = {
  format: Format
  /** A list of one kind of resource, written as it streams in. */
  list: (noun: Noun, rows: AsyncIterable<Row> | Iterable<Row>) => Promise<void>
  /** One resource: readable sections on a terminal, related resources included. */
  item: (noun: Noun, row: Row) => Promise<void>
  /** What a mutation did: the sentence on a terminal, the identifier on a pipe, the object in JSON. */
  changed: (noun: Noun, row: Row, sentence: string) => Promise<void>
  /** Any other table (settings, profiles, requests of a dry run): the columns are the keys given, in their order. */
  table: (columns: readonly string[], rows: AsyncIterable<Row> | Iterable<Row>) => Promise<void>
  /** Any other answer: `lines` for people and pipes, `value` for the JSON formats. */
  answer: (value: unknown, lines: readonly Line[]) => Promise<void>
  /** A board that changes in place, where the answer goes to a terminal that can show one; undefined elsewhere. */
  live: () => Promise<Live | undefined>
  /** Text that is passed on as it is, such as a completion script. */
  raw: (text: string) => Promise<void>
  /** JSON that is passed on as it came, such as a raw response; with --jq, what jq makes of it. */
  document: (text: string) => Promise<void>
  /** A remark for people: on stderr, only where stderr is a terminal. */
  note: (text: string) => Promise<void>
  /** Something that must be known: on stderr, always. */
  warn: (text: string) => Promise<void>
  /** A line that a CI system looks for in the log: on stderr, always. */
  annotate: (line: string) => Promise<void>
}
