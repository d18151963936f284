import { callOf, type Decision, type Item, type Session, shownTest, type Turn } from './state.ts'
import { act, change, say, sendOp } from './turn.ts'
import { showTest, showNext } from './showing.ts'
import { undoAssignment } from './assigning.ts'
import { conflictOf, dropConflict, keepTheirs } from './conflicts.ts'
import { replaceRefused } from './refusals.ts'
import { sayResult, wordOf } from './result-words.ts'

/** Sets the result of the test that is shown, with the note as a comment if there is one, and shows the next test. */
export const decide = (turn: Turn, result: 'passed' | 'failed', note = ''): Turn => {
  const item = shownTest(turn.state)
  if (!item) return turn
  if (turn.state.isRunGone) return say(turn, 'The run was deleted. Press q to quit.')
  if (item.isGone) return say(turn, `${callOf(item)} was deleted. Press s to go on.`)
  const { claims } = turn.state
  const freed = replaceRefused(dropConflict(turn, item.id), item.id)
  const isSet = sendOp(freed, item.id, { do: 'decide', result, from: item.result, claim: claims })
  const comment = note.trim() === '' ? undefined : isSet.state.next
  const noted = comment === undefined ? isSet : sendOp(isSet, item.id, { do: 'comment', content: note.trim() })
  const { state } = noted
  const decided = change(noted, {
    items: new Map(state.items).set(item.id, { ...item, result }),
    open: undefined,
    decisions: [
      ...state.decisions,
      { n: freed.state.next, test: item.id, from: item.result, to: result, comment, note: note.trim() },
    ],
  })
  const said = say(decided, `${wordOf[result]}: ${callOf(item)}`, { tone: result, record: true })
  return showNext(keepTicks(said, item.id, []))
}

/** Takes back what was done last: an assignment, or a result with its comment; shows its test. */
export const undoLast = (turn: Turn): Turn => {
  const last = turn.state.decisions.at(-1)
  const given = turn.state.assignments.at(-1)
  if (given && given.n > (last?.n ?? 0)) return undoAssignment(turn, given)
  const item = last && turn.state.items.get(last.test)
  if (!last || !item) return say(turn, 'There is nothing to undo.')
  const conflict = conflictOf(turn.state, item.id)
  if (conflict) return showTest(keepTheirs(uncomment(dropConflict(turn, item.id), last), conflict), item.id)
  const back = sendOp(turn, item.id, {
    do: 'decide',
    result: last.from,
    from: last.to,
    claim: false,
    takesBack: true,
  })
  const freed = uncomment(back, last)
  const undone = change(freed, {
    items: new Map(freed.state.items).set(item.id, { ...item, result: last.from }),
    decisions: freed.state.decisions.slice(0, -1),
  })
  const said = say(undone, `Taken back: ${callOf(item)} is ${sayResult(last.from)} again`, { record: true })
  return showTest(keepTicks(said, item.id, said.state.ticks.get(item.id) ?? []), item.id)
}

/** Takes back the comment that came with a decision. */
const uncomment = (turn: Turn, { test, comment }: Decision): Turn =>
  comment === undefined ? turn : sendOp(turn, test, { do: 'uncomment', of: comment })

/** Writes the ticks of a test to the journal, if it has any in this session; none are needed once it has a result. */
const keepTicks = (turn: Turn, test: string, steps: readonly number[]): Turn =>
  turn.state.ticks.has(test) ? act(turn, { do: 'tick', test, steps }) : turn

/** Turns a note into a comment on the test that is shown. */
export const comment = (turn: Turn, note: string): Turn => {
  const item = shownTest(turn.state)
  if (!item) return turn
  if (note.trim() === '') return say(turn, 'The note is empty: nothing was done.')
  const noted = change(turn, { comments: [...turn.state.comments, turn.state.next] })
  return say(sendOp(noted, item.id, { do: 'comment', content: note.trim() }), 'The note is a comment now.')
}

/** Ticks the current step and moves to the next one, or takes its tick away. */
export const tick = (turn: Turn): Turn => {
  const item = shownTest(turn.state)
  const { step, ticks } = turn.state
  if (!item || item.steps.length === 0) return say(turn, 'This test has no steps.')
  const before = ticks.get(item.id) ?? []
  const isTicked = before.includes(step)
  const steps = isTicked ? before.filter((one) => one !== step) : [...before, step].sort((one, other) => one - other)
  const next = isTicked ? step : Math.min(step + 1, item.steps.length - 1)
  const ticked = act(
    change(turn, {
      ticks: new Map(ticks).set(item.id, steps),
      step: next,
      scroll: next === step ? turn.state.scroll : undefined,
    }),
    { do: 'tick', test: item.id, steps },
  )
  const isAll = steps.length === item.steps.length
  if (isTicked) return say(ticked, `Step ${step + 1} is open again.`)
  return say(ticked, isAll ? `Step ${step + 1} is done. All steps are done.` : `Step ${step + 1} is done.`)
}

/** Returns the beginning of a note on a failure: the first step without a tick, if others have one. DECISIONS 148 */
export const failureNote = ({ ticks }: Session, { id, steps }: Item): string => {
  const ticked = ticks.get(id) ?? []
  const first = steps.findIndex((_, at) => !ticked.includes(at))
  if (ticked.length === 0 || first === -1) return ''
  return `Step ${first + 1}: ${steps[first]?.action.replace(/\s+/g, ' ') ?? ''}: `
}
