import type { Op, Sent } from '../outbox/op.ts'

/** The run and the service of an execution, and the holder of its key, if known. */
export type ExecutionHeader = {
  version: 1
  at: string
  pid: number
  service: string
  run: string
  name: string
  holder?: string | undefined
}

/** A file with an unsent note on a test. */
export type Draft = { test: string; identifier: string; file: string }

/** How many comments with the same text there were; `byAll` if the holder of the key, whose comments count, was not known. */
export type Alike = { count: number; byAll?: true }

/**
 * A line of the journal of an execution. An operation is written down before it is sent, and its outcome after it was answered;
 * ticks are stored nowhere but here.
 */
export type ExecutionEntry =
  | ({ did: 'begin' } & ExecutionHeader)
  | { did: 'intend'; op: Op }
  /** How many comments with the text of operation `n` the test had before it; one more is ours. */
  | ({ did: 'same'; n: number } & Alike)
  | ({ did: 'sent' } & Sent)
  /** Operation `n` is not to be sent any more: a later one replaces it, the service refused it, or another person's result stays. */
  | { did: 'dropped'; n: number }
  /** The holder of the key, according to an answer. */
  | { did: 'me'; me: string }
  | { did: 'tick'; test: string; steps: readonly number[] }
  /** A note of a test is in a file: the editor has it, or the service refused it. */
  | ({ did: 'draft' } & Draft)
  /** The file of a draft was named to the tester. */
  | { did: 'named'; file: string }
