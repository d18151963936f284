import { coversOp, isChange, type Op } from '../outbox/op.ts'
import { withoutSet } from './conflicts.ts'
import { callOf, type Decision, type Turn } from './state.ts'
import { change, say } from './turn.ts'

/** An operation that the service refused; `file` keeps its note, if it is one. */
export type Refusal = { type: 'refused'; op: Op; message: string; isGone: boolean; file?: string | undefined }

/** Reports that the service refused an operation, and no longer shows its result as set. */
export const onRefused = (turn: Turn, { op, message, isGone, file }: Refusal): Turn => {
  const { items, refused, open } = turn.state
  const item = items.get(op.test)
  const isTold = isChange(op)
  const again = op.do === 'comment' ? '; N opens the note again' : ''
  const undone = forget(op.do === 'comment' ? keepNote(turn, op, file) : turn, op)
  const known = change(undone, {
    ...(item && isGone && { items: new Map(items).set(item.id, { ...item, isGone: true }) }),
    ...(isGone && open?.test === op.test && { open: undefined }),
    ...(isTold && { refused: [...refused, { test: op.test, message, isNote: op.do === 'comment' }] }),
  })
  // A note that waited for the same deleted test is refused, too. Says once that the test, or the whole run, was deleted.
  if (isGone && turn.state.isRunGone) return known
  if (isGone && refused.some(({ test }) => test === op.test)) return known
  if (isGone && (isTold || turn.state.at === op.test))
    return say(known, `${callOf(item)} was deleted.`, { tone: 'error' })
  return isTold
    ? say(known, `${nameOf(op)} of ${callOf(item)} was refused: ${message}${again}`, { tone: 'error' })
    : known
}

/** Keeps a note that the service refused, so that N opens it again and the end names its file. DECISIONS 229 */
const keepNote = (turn: Turn, { test, content }: Op & { do: 'comment' }, file: string | undefined): Turn =>
  change(turn, { notes: [...turn.state.notes, { test, file, text: content }] })

/** Reverts a refused operation in the session: a result, an assignment, or the comment that belongs to a decision. DECISIONS 577 */
const forget = (turn: Turn, op: Op): Turn => {
  const { items, decisions, assignments, comments } = turn.state
  if (op.do === 'comment') {
    const without = (one: Decision): Decision => (one.comment === op.n ? { ...one, comment: undefined, note: '' } : one)
    return change(turn, { decisions: decisions.map(without), comments: comments.filter((n) => n !== op.n) })
  }
  const item = items.get(op.test)
  if (op.do === 'assign') {
    const given = assignments.find(({ n }) => n === op.n)
    const assignedTo = given?.from ?? op.over
    return change(turn, {
      assignments: assignments.filter((one) => one !== given),
      ...(item?.assignedTo === op.to &&
        assignedTo !== undefined && { items: new Map(items).set(item.id, { ...item, assignedTo }) }),
    })
  }
  if (op.do !== 'decide') return turn
  const before = decisions.find(({ n }) => coversOp(op, n))?.from ?? op.from
  const { isReplaced, ...others } = withoutSet(turn.state, op, before)
  const isShown = !isReplaced && item?.result === op.result
  return change(turn, {
    ...others,
    ...(isShown && { items: new Map(items).set(op.test, { ...item, result: before }) }),
  })
}

/** Forgets the refused changes of a test, except notes, because a new result replaces them. */
export const replaceRefused = (turn: Turn, test: string): Turn =>
  change(turn, { refused: turn.state.refused.filter((one) => one.test !== test || one.isNote) })

const nameOf = (op: Op): string => (op.do === 'comment' || op.do === 'uncomment' ? 'The comment' : 'The change')
