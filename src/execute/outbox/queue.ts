import type { ExecutionEntry } from '../journal/entry.ts'
import { type Change, type Deciding, isChange, type Op } from './op.ts'

/**
 * The waiting operations of one test, in their order; `isBusy` while the first of them is under way, `isBegun` if it may have been
 * stored: its change was sent, or an earlier execution may have sent it.
 */
export type Lane = { test: string; ops: Op[]; isBusy: boolean; isBegun: boolean; tries: number }

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
    /** Returns the unsent operations that the tester asked for. */
    changes: (): Change[] => [...lanes.values()].flatMap(({ ops }) => ops.filter(isChange)),
    /**
     * Adds an operation; returns it as it is to be sent, and the numbers of those that need not be sent any more, which may include
     * its own. With `isBegun`, an earlier execution may have sent the first one of its test.
     */
    add: (op: Op, { isBegun = false } = {}): Added => {
      const lane = lanes.get(op.test) ?? { test: op.test, ops: [], isBusy: false, isBegun, tries: 0 }
      lanes.set(op.test, lane)
      const added = addOp(lane, op)
      dropIfEmpty(lane)
      return added
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
  lane.isBegun = false
  lane.tries = 0
}

type Added = { op: Op; needless: readonly number[] }

// These become needless, unless they are under way: an opening, once a decision follows; a decision, once a later one follows.
// These, unless the service may have stored the first: an opening and the leaving that follows; a comment and its taking back.
// DECISIONS 577
const addOp = (lane: Lane, op: Op): Added => {
  const maySend = lane.isBusy || lane.isBegun
  if (op.do === 'uncomment') {
    const at = lane.ops.findIndex(({ n }) => n === op.of)
    if (at > (maySend ? 0 : -1)) return { op, needless: [...lane.ops.splice(at, 1).map(({ n }) => n), op.n] }
  }
  const last = lane.ops.at(-1)
  const isOnly = lane.ops.length === 1
  if (op.do === 'leave' && last?.do === 'open' && !(maySend && isOnly)) {
    lane.ops.pop()
    return { op, needless: [last.n, op.n] }
  }
  const mayReplace = op.do === 'decide' && !(lane.isBusy && isOnly)
  if (mayReplace && (last?.do === 'open' || last?.do === 'decide')) {
    lane.ops.pop()
    const isBegun = lane.isBegun && isOnly
    const added = last.do === 'open' ? { ...op, claim: op.claim || last.claim } : replaced(op, last, isBegun)
    lane.ops.push(added)
    if (isOnly) lane.isBegun = false
    return { op: added, needless: [last.n] }
  }
  lane.ops.push(op)
  return { op, needless: [] }
}

/** Returns a decision that replaces an unsent one: it changes the result that the unsent one would have changed. */
const replaced = <O extends Deciding>(op: O, last: Op & Deciding, isBegun: boolean): O => ({
  ...op,
  from: last.from,
  claim: op.claim || last.claim,
  // An unsent result that comes back is set like a new one.
  takesBack: op.takesBack === true && (last.takesBack === true || op.result === last.from),
  instead: [...(last.instead ?? []), { n: last.n, result: last.result, isBegun }],
})

/** Returns the journal entries for an operation that was added. */
export const entriesOf = ({ op, needless }: Added): ExecutionEntry[] => [
  { did: 'intend', op },
  ...needless.map((n) => ({ did: 'dropped', n }) as const),
]

/** Returns the journal entry for the file that keeps a refused note; none without a file. */
export const draftIn = ({ test, identifier }: Op, file: string | undefined): ExecutionEntry[] =>
  file === undefined ? [] : [{ did: 'draft', test, identifier, file }]
