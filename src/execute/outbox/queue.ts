import type { ExecutionEntry } from '../journal/entry.ts'
import { isChange, type Op } from './op.ts'

/** The waiting operations of one test, in their order; `isBusy` while the first of them is under way. */
export type Lane = { test: string; ops: Op[]; isBusy: boolean; tries: number }

/** Creates the queue of operations to be sent, with a lane for each test that has some. */
export const createOpQueue = () => {
  const lanes = new Map<string, Lane>()
  const dropIfEmpty = (lane: Lane): void => {
    if (lane.ops.length === 0) lanes.delete(lane.test)
  }
  return {
    lanes: (): Iterable<Lane> => lanes.values(),
    isEmpty: (): boolean => lanes.size === 0,
    has: (test: string): boolean => lanes.has(test),
    /** Returns the number of unsent operations that the tester asked for. */
    changes: (): number => [...lanes.values()].reduce((sum, { ops }) => sum + ops.filter(isChange).length, 0),
    /** Adds an operation; returns the numbers of those that need not be sent any more, which may include its own. */
    add: (op: Op): readonly number[] => {
      const lane = lanes.get(op.test) ?? { test: op.test, ops: [], isBusy: false, tries: 0 }
      lanes.set(op.test, lane)
      const needless = addOp(lane, op)
      dropIfEmpty(lane)
      return needless
    },
    /** Lets the next operation of a lane be sent. */
    release: (lane: Lane): void => {
      lane.isBusy = false
      dropIfEmpty(lane)
    },
  }
}

/** Removes the first operation of a lane: it is sent, or refused. */
export const removeFirst = (lane: Lane): void => {
  lane.ops.shift()
  lane.tries = 0
}

// These become needless, unless they are under way: an opening, once a decision follows; an opening and the leaving that follows;
// a decision, once a later one follows; a comment and its taking back.
const addOp = (lane: Lane, op: Op): readonly number[] => {
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

/** Returns the journal entries for operations that are needless. */
export const droppedOf = (needless: readonly number[]): ExecutionEntry[] => needless.map((n) => ({ did: 'dropped', n }))

/** Returns the journal entry for the file that keeps a refused note; none without a file. */
export const draftIn = ({ test, identifier }: Op, file: string | undefined): ExecutionEntry[] =>
  file === undefined ? [] : [{ did: 'draft', test, identifier, file }]
