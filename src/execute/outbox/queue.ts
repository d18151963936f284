import type { ExecutionEntry } from '../journal/entry.ts'
import type { Op } from './op.ts'

/** What waits for one test, in its order; `isBusy` while the first of it is under way. */
export type Lane = { test: string; ops: Op[]; isBusy: boolean; tries: number }

/**
 * Adds an operation behind those that wait for its test. Gives back the numbers of those that it makes needless: an opening that has
 * not begun before a decision, with it before a leaving, an earlier decision before a later one, and a comment before it is
 * taken back.
 */
export const addOp = (lane: Lane, op: Op): readonly number[] => {
  if (op.do === 'uncomment') {
    const at = lane.ops.findIndex(({ n }) => n === op.of)
    if (at > (lane.isBusy ? 0 : -1)) return [...lane.ops.splice(at, 1).map(({ n }) => n), op.n]
  }
  const last = lane.ops.at(-1)
  const mayDrop = last !== undefined && !(lane.isBusy && lane.ops.length === 1)
  if (mayDrop && last.do === 'open' && (op.do === 'decide' || op.do === 'leave')) {
    lane.ops.pop()
    if (op.do === 'leave') return [last.n, op.n]
    lane.ops.push({ ...op, claim: op.claim || last.claim })
    return [last.n]
  }
  if (mayDrop && last.do === 'decide' && op.do === 'decide') {
    lane.ops.pop()
    lane.ops.push({ ...op, from: last.from, claim: op.claim || last.claim })
    return [last.n]
  }
  lane.ops.push(op)
  return []
}

/** What the journal says of operations that are needless. */
export const droppedOf = (needless: readonly number[]): ExecutionEntry[] => needless.map((n) => ({ did: 'dropped', n }))

/** What the journal says of the file that keeps a refused note. */
export const draftIn = ({ test, identifier }: Op, file: string | undefined): ExecutionEntry[] =>
  file === undefined ? [] : [{ did: 'draft', test, identifier, file }]
