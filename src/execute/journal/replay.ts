import type { ResultName } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import type { Op } from '../outbox/op.ts'
import type { Alike, Draft, ExecutionEntry, ExecutionHeader } from './entry.ts'

/** The state that the journal of an execution hands to the next one. */
export type EarlierExecution = {
  begin: ExecutionHeader | undefined
  me: string | undefined
  /** The operations that are not sent, or not known to have arrived, in their order. */
  pending: readonly Op[]
  /** The result of a test after the last operation sent for it. */
  held: ReadonlyMap<string, ResultName>
  /** Tests that were assigned to the tester because they were opened or decided. */
  claimed: ReadonlySet<string>
  /** Tests that were opened and neither decided nor put back, with their results before. */
  opened: ReadonlyMap<string, ResultName>
  ticks: ReadonlyMap<string, readonly number[]>
  /** Files of notes that were not named to the tester, because the terminal was closed before. */
  drafts: readonly Draft[]
  /** The ids of comments that were made, by the number of their operation. */
  comments: ReadonlyMap<number, string>
  /** How many comments with the same text there were before one was first sent, by the number of its operation. */
  same: ReadonlyMap<number, Alike>
  /** The number of the next operation. */
  next: number
}

/** Replays the lines of a journal. Ignores a cut-off last line, which a killed process leaves; throws a UsageError for other bad lines. */
export const replayExecution = (text: string, file: string): EarlierExecution => {
  const lines = text.split('\n').slice(0, -1)
  const entries = lines.filter((line) => line !== '').map((line) => parseEntry(line, file))
  const pending = new Map<number, Op>()
  const drafts = new Map<string, Draft>()
  // The results of tests before they were opened.
  const before = new Map<string, ResultName>()
  const earlier = {
    begin: undefined as ExecutionHeader | undefined,
    me: undefined as string | undefined,
    held: new Map<string, ResultName>(),
    claimed: new Set<string>(),
    opened: new Map<string, ResultName>(),
    ticks: new Map<string, readonly number[]>(),
    comments: new Map<number, string>(),
    same: new Map<number, Alike>(),
    next: 1,
  }
  /** Opens a test again whose decision was not stored, unless a later operation ends that. */
  const reopen = (op: Op | undefined): void => {
    const was = op?.do === 'decide' ? before.get(op.test) : undefined
    const isLater = (other: Op): boolean => other.test === op?.test && other.n > op.n && endsOpening(other)
    if (op && was !== undefined && ![...pending.values()].some(isLater)) earlier.opened.set(op.test, was)
  }
  for (const entry of entries)
    switch (entry.did) {
      case 'begin':
        earlier.begin ??= entry
        break
      case 'intend': {
        const { op } = entry
        earlier.next = Math.max(earlier.next, op.n + 1)
        pending.set(op.n, op)
        if (op.do === 'open') {
          earlier.opened.set(op.test, op.before)
          before.set(op.test, op.before)
        }
        if (endsOpening(op)) earlier.opened.delete(op.test)
        break
      }
      case 'sent':
        pending.delete(entry.n)
        if (entry.result !== undefined) earlier.held.set(entry.test, entry.result)
        if (entry.claimed !== undefined) earlier.claimed[entry.claimed ? 'add' : 'delete'](entry.test)
        if (entry.comment !== undefined) earlier.comments.set(entry.n, entry.comment)
        break
      case 'me':
        earlier.me = entry.me
        break
      case 'same':
        earlier.same.set(entry.n, entry)
        break
      case 'dropped':
        reopen(pending.get(entry.n))
        pending.delete(entry.n)
        break
      case 'tick':
        if (entry.steps.length > 0) earlier.ticks.set(entry.test, entry.steps)
        else earlier.ticks.delete(entry.test)
        break
      case 'draft': {
        const { test, identifier, file: path } = entry
        drafts.set(path, { test, identifier, file: path })
        break
      }
      case 'named':
        drafts.delete(entry.file)
        break
    }
  return { ...earlier, pending: [...pending.values()], drafts: [...drafts.values()] }
}

const endsOpening = ({ do: kind }: Op): boolean => kind === 'decide' || kind === 'leave'

const parseEntry = (line: string, file: string): ExecutionEntry => {
  try {
    const value = JSON.parse(line) as ExecutionEntry
    if (typeof value === 'object' && value !== null && typeof value.did === 'string') return value
  } catch {
    // Reported below.
  }
  throw new UsageError(`${file} is not a journal that this testctl reads`, {
    hint: 'move it to another folder; changes in it that were not sent stay there',
  })
}
