import type { Noun } from '../contract/vocabulary.ts'
import type { Line } from './cells/line.ts'
import type { Resource } from './cells/row.ts'
import type { Live } from './live/index.ts'

/** The forms that an answer can take (PROMISES, "Output"). */
export type OutputFormat = 'table' | 'tsv' | 'json' | 'ndjson' | 'quiet' | 'csv' | 'template'

/** Writes all output of a command: the answer to stdout, and remarks to stderr. */
export type Printer = {
  format: OutputFormat
  /** A list of one kind of resource, written as it streams in. */
  list: (noun: Noun, rows: AsyncIterable<Resource> | Iterable<Resource>) => Promise<void>
  /** One resource: readable sections on a terminal, related resources included. */
  item: (noun: Noun, row: Resource) => Promise<void>
  /** The result of a mutation: the sentence on a terminal, the identifier on a pipe, the object in JSON. */
  changed: (noun: Noun, row: Resource, sentence: Line) => Promise<void>
  /** Any other table (settings, profiles, requests of a dry run): the columns are the keys given, in their order. */
  table: (columns: readonly string[], rows: AsyncIterable<Resource> | Iterable<Resource>) => Promise<void>
  /** Any other answer: `lines` for people and pipes, `value` for the JSON formats. `isArgument`: the lines are a program's argument. */
  answer: (value: unknown, lines: readonly Line[], how?: { isArgument?: boolean }) => Promise<void>
  /** A board that changes in place, if the answer goes to a terminal that can show one; otherwise undefined. */
  live: () => Promise<Live | undefined>
  /** Text that is passed on as it is, such as a completion script. */
  raw: (text: string) => Promise<void>
  /** JSON passed on as it came, such as a raw response; indented and coloured on a terminal; filtered by --jq. `head` goes before it. */
  document: (text: string, head?: string) => Promise<void>
  /** A remark for people: on stderr, only if stderr is a terminal. */
  note: (text: string) => Promise<void>
  /** A warning that must always be seen: on stderr. */
  warn: (text: string) => Promise<void>
  /** A line that a CI system looks for in the log: on stderr, always. */
  annotate: (line: string) => Promise<void>
}

/** The functions of a printer that each output format implements. */
export type Form = Pick<Printer, 'list' | 'item' | 'changed' | 'table' | 'answer'> & Partial<Pick<Printer, 'document'>>
