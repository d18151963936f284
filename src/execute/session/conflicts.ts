import type { Theirs } from '../outbox/op.ts'
import { callOf, type Conflict, type SetByHand, type Turn } from './state.ts'
import { sayResult } from './deciding.ts'
import { change, say, sendOp } from './turn.ts'

/** Says what the other person set, and what the tester set. */
export const sayConflict = ({ op, theirs }: Conflict, name: string): string =>
  `${startOf(theirs)} set ${name} to ${sayResult(theirs.result)}; you set ${sayResult(op.result)}.`

/** Says which key keeps which result. */
export const askConflict = ({ op, theirs }: Conflict): string =>
  `Press t to keep ${nameOf(theirs)}'s result, ${sayResult(theirs.result)}; m to set yours, ${sayResult(op.result)}.`

const nameOf = ({ by }: Theirs): string => by || 'somebody else'
const startOf = ({ by }: Theirs): string => by || 'Somebody else'

/**
 * Notes that a decision was not stored because another person had changed the test; it is asked about later. It stays above the
 * board: the next news would take its place.
 */
export const noteConflict = (turn: Turn, conflict: Conflict): Turn => {
  const { items, conflicts } = turn.state
  const item = items.get(conflict.op.test)
  const { theirs } = conflict
  const known = change(turn, {
    conflicts: [...conflicts, conflict],
    ...(item && {
      items: new Map(items).set(item.id, { ...item, result: theirs.result, updatedBy: theirs.by }),
    }),
  })
  return say(known, `${sayConflict(conflict, callOf(item))} ${startOf(theirs)}'s stays; c to choose.`, {
    tone: 'error',
    record: true,
  })
}

/** Answers the first question: mine is set over theirs, or theirs stays. */
export const settleConflict = (turn: Turn, isMine: boolean): Turn => {
  const [conflict, ...conflicts] = turn.state.conflicts
  if (!conflict) return turn
  const { op, theirs } = conflict
  const item = turn.state.items.get(op.test)
  const settled = change(turn, { conflicts })
  if (!isMine || !item) {
    const isOther = ({ test, to }: SetByHand): boolean => test !== op.test || to !== op.result
    const decisions = turn.state.decisions.filter(isOther)
    const kept = turn.state.kept.filter(isOther)
    return say(
      change(settled, { decisions, kept }),
      `${startOf(theirs)}'s result stays: ${callOf(item)} is ${sayResult(theirs.result)}`,
      { record: true },
    )
  }
  const set = change(settled, { items: new Map(turn.state.items).set(item.id, { ...item, result: op.result }) })
  const body = { do: 'decide', result: op.result, from: theirs.result, claim: false, anyway: true } as const
  return say(
    sendOp(set, op.test, body),
    `Your result replaces ${nameOf(theirs)}'s: ${callOf(item)} is ${sayResult(op.result)}`,
    { record: true },
  )
}
