import { callOf, type Conflict, type Turn } from './state.ts'
import { sayResult } from './deciding.ts'
import { change, say, send } from './turn.ts'

/** Says what somebody else set, and what is asked. */
export const askConflict = ({ op, theirs }: Conflict, name: string): string =>
  `${theirs.by || 'Somebody'} set ${name} to ${sayResult(theirs.result)}; you set ${sayResult(op.result)}.`

/** Notes that a decision was not stored because somebody else had changed the test; it is asked about later. */
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
  return say(known, `${askConflict(conflict, callOf(item))} Theirs stays; c to choose.`, { tone: 'error' })
}

/** Answers the first question: mine is set over theirs, or theirs stays. */
export const settleConflict = (turn: Turn, isMine: boolean): Turn => {
  const [conflict, ...conflicts] = turn.state.conflicts
  if (!conflict) return turn
  const { op, theirs } = conflict
  const item = turn.state.items.get(op.test)
  const settled = change(turn, { conflicts })
  if (!isMine || !item) {
    const decisions = turn.state.decisions.filter(({ test, to }) => test !== op.test || to !== op.result)
    return say(change(settled, { decisions }), `Stays ${sayResult(theirs.result)}: ${callOf(item)}`, { record: true })
  }
  const set = change(settled, { items: new Map(turn.state.items).set(item.id, { ...item, result: op.result }) })
  const body = { do: 'decide', result: op.result, from: theirs.result, claim: false, anyway: true } as const
  return say(send(set, op.test, body), `Set to ${sayResult(op.result)} after all: ${callOf(item)}`, { record: true })
}
