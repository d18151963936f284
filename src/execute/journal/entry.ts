import type { Op, Sent } from '../outbox/op.ts'

/** The run and the service of an execution, and the holder of its key, where that is known. */
export type ExecutionHeader = {
  version: 1
  at: string
  pid: number
  service: string
  run: string
  name: string
  holder?: string | undefined
}

/** A file with a note on a test that is not sent. */
export type Draft = { test: string; identifier: string; file: string }

/**
 * A line of the journal of an execution. What is to be sent is written down before it is sent, and what became of it after
 * it was answered; ticks are kept nowhere else.
 */
export type ExecutionEntry =
  | ({ did: 'begin' } & ExecutionHeader)
  | { did: 'intend'; op: Op }
  /** How many comments with this text the test had before; one more is ours. */
  | { did: 'same'; n: number; count: number }
  | ({ did: 'sent' } & Sent)
  /** It is not sent any more: something later replaces it, the service refused it, or another person's result stays. */
  | { did: 'dropped'; n: number }
  /** Whom the key belongs to, as an answer has told. */
  | { did: 'me'; me: string }
  | { did: 'tick'; test: string; steps: readonly number[] }
  /** A note of a test is in a file: the editor has it, or the service refused it. */
  | ({ did: 'draft' } & Draft)
  /** Its file was named to the tester. */
  | { did: 'named'; file: string }
