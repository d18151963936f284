import { coversOp, type Theirs } from '../outbox/op.ts'
import type { ResultName } from '../../contract/vocabulary.ts'
import { callOf, type Conflict, type Session, type Turn } from './state.ts'
import { sayResult } from './result-words.ts'
import { act, change, say, sendOp } from './turn.ts'

/** Says what the other person set, and what the tester set. */
export const sayConflict = ({ op, theirs }: Conflict, name: string): string =>
  `${sayTheirs(theirs, name)}; you set ${sayResult(op.result)}.`

const sayTheirs = (theirs: Theirs, name: string): string =>
  `${startOf(theirs)} set ${name} to ${sayResult(theirs.result)}`

/** Reports a conflict that was still open when the session ended. */
export const sayUnasked = ({ op, theirs }: Conflict, isKept: boolean): { test: string; message: string } => ({
  test: op.test,
  message: `${sayTheirs(theirs, 'it')}; you set ${sayResult(op.result)}, which is ${isKept ? 'kept and asked about the next time' : 'not kept'}`,
})

/** Says which key keeps which result. */
export const askConflict = ({ op, theirs }: Conflict): string =>
  `Press t to keep ${nameOf(theirs)}'s result, ${sayResult(theirs.result)}; m to set yours, ${sayResult(op.result)}.`

const nameOf = ({ by }: Theirs): string => by || 'someone else'
const startOf = ({ by }: Theirs): string => by || 'Someone else'

/** Returns the open conflict of a test. */
export const conflictOf = ({ conflicts }: Session, test: string): Conflict | undefined =>
  conflicts.find(({ op }) => op.test === test)

/**
 * Returns the results that the tester has set, without those that an operation would have stored. If there is a later decision on its
 * test (`isReplaced`), that one now replaces the result `theirs`. A kept result has no number of its own. DECISIONS 577
 */
export const withoutSet = ({ decisions, kept }: Session, op: Conflict['op'], theirs: ResultName) => {
  const others = decisions.filter(({ n }) => !coversOp(op, n))
  const later = others.find(({ test, n }) => test === op.test && n > op.n)
  return {
    isReplaced: later !== undefined,
    decisions: others.map((one) => (one === later ? { ...one, from: theirs } : one)),
    kept: kept.filter(({ test, to }) => test !== op.test || to !== op.result),
  }
}

/** Drops the open conflict of a test, and the decision, which was never stored. */
export const dropConflict = (turn: Turn, test: string): Turn => {
  const conflict = conflictOf(turn.state, test)
  if (!conflict) return turn
  const { op, theirs } = conflict
  const { decisions, kept } = withoutSet(turn.state, op, theirs.result)
  const conflicts = turn.state.conflicts.filter((one) => one !== conflict)
  const dropped = change(turn, { conflicts, decisions, kept })
  return act(dropped, { do: 'drop', n: op.n })
}

/** Says that another person's result stays. */
export const keepTheirs = (turn: Turn, { op, theirs }: Conflict): Turn =>
  say(
    turn,
    `${startOf(theirs)}'s result stays: ${callOf(turn.state.items.get(op.test))} is ${sayResult(theirs.result)}`,
    { record: true },
  )

/**
 * Notes that a decision was not stored because another person had changed the test. The tester is asked about it later, unless it was
 * taken back already. The message stays above the board, because the next news would replace it there.
 */
export const noteConflict = (turn: Turn, conflict: Conflict): Turn => {
  const { items, conflicts, decisions, kept } = turn.state
  const { op, theirs } = conflict
  const item = items.get(op.test)
  const known = change(turn, {
    ...(item && {
      items: new Map(items).set(item.id, { ...item, result: theirs.result, updatedBy: theirs.by }),
    }),
  })
  const { isReplaced, ...others } = withoutSet(turn.state, op, theirs.result)
  // The later decision meets the other person's result itself.
  if (isReplaced) return act(change(turn, others), { do: 'drop', n: op.n })
  const isSet = others.decisions.length < decisions.length || others.kept.length < kept.length
  if (op.takesBack || !isSet) return keepTheirs(act(known, { do: 'drop', n: op.n }), conflict)
  return say(
    change(known, { conflicts: [...conflicts, conflict] }),
    `${sayConflict(conflict, callOf(item))} ${startOf(theirs)}'s stays; c to choose.`,
    { tone: 'error', record: true },
  )
}

/**
 * Updates a conflict that the tester has not opened yet to the present result of its test. A question on the screen stays as it is: its
 * answer is compared with the test. DECISIONS 496
 */
export const followConflict = (turn: Turn, test: string, theirs: Theirs): Turn => {
  const { conflicts, mode, me, open } = turn.state
  const conflict = conflictOf(turn.state, test)
  const isAsked = mode.at === 'conflict' && conflict === conflicts[0]
  // Opening the test again sets its result, too.
  const isOurs = theirs.by === me || (theirs.result === 'inProgress' && open?.test === test)
  if (!conflict || isAsked || isOurs || conflict.theirs.result === theirs.result) return turn
  return change(turn, { conflicts: conflicts.map((one) => (one === conflict ? { ...one, theirs } : one)) })
}

/** Answers the first conflict: if `isMine`, the tester's result replaces the other person's; otherwise that one stays. */
export const settleConflict = (turn: Turn, isMine: boolean): Turn => {
  const [conflict, ...conflicts] = turn.state.conflicts
  if (!conflict) return turn
  const { op, theirs } = conflict
  const { items, decisions, next } = turn.state
  const item = items.get(op.test)
  if (!isMine || !item) return keepTheirs(dropConflict(turn, op.test), conflict)
  const again = decisions
    .filter(({ n }) => coversOp(op, n))
    .slice(-1)
    .map((one) => ({ ...one, n: next, from: theirs.result }))
  const set = change(act(turn, { do: 'drop', n: op.n }), {
    conflicts,
    items: new Map(items).set(item.id, { ...item, result: op.result }),
    // It is the latest decision now; taking it back restores the other person's result.
    decisions: [...decisions.filter(({ n }) => !coversOp(op, n)), ...again],
  })
  const body = { do: 'decide', result: op.result, from: theirs.result, claim: false } as const
  return say(
    sendOp(set, op.test, body),
    `Your result replaces ${nameOf(theirs)}'s: ${callOf(item)} is ${sayResult(op.result)}`,
    { record: true },
  )
}
