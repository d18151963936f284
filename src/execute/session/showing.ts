import { foldForSearch } from '../../system/text/fold-accents.ts'
import { callOf, type Item, isOpen, type Session, type Turn } from './state.ts'
import { change, say, sendOp } from './turn.ts'

/**
 * Shows a test. Puts the one before back if it was left undecided, and opens this one if it is undecided.
 * DECISIONS 147
 */
export const showTest = (turn: Turn, test: string, { trail = true } = {}): Turn => {
  const { at, open: opened } = turn.state
  if (test === at && turn.state.mode.at === 'test') return turn
  const left = test === opened?.test ? turn : leave(turn)
  const item = left.state.items.get(test)
  if (!item) return left
  const shown = change(left, {
    at: test,
    mode: { at: 'test' },
    step: firstUnticked(left.state, item),
    scroll: undefined,
    trail: trail && at !== undefined && at !== test ? [...left.state.trail, at] : left.state.trail,
  })
  return open(shown, item)
}

const open = (turn: Turn, item: Item): Turn => {
  const { open, me, claims } = turn.state
  const isTheirs = item.result === 'inProgress' && item.assignedTo !== '' && item.assignedTo !== me
  if (!isOpen(item) || isTheirs || open?.test === item.id) return turn
  const opened = change(turn, { open: { test: item.id, before: item.result } })
  return sendOp(opened, item.id, { do: 'open', before: item.result, claim: claims })
}

/** Leaves the test that is shown, and reverts what opening did to it. */
export const leave = (turn: Turn): Turn => {
  const { open } = turn.state
  if (!open) return turn
  return sendOp(change(turn, { open: undefined }), open.test, { do: 'leave', before: open.before })
}

/** Shows the next test that waits for a result, or the end of the list. */
export const showNext = (turn: Turn): Turn => {
  const { list, at } = turn.state
  const next = list.slice(list.indexOf(at ?? '') + 1).find((id) => isWaiting(turn.state, id))
  return next === undefined ? showEnd(turn) : showTest(turn, next)
}

/** Shows the end of the list. */
const showEnd = (turn: Turn): Turn => {
  const { at, trail } = turn.state
  const left = leave(turn)
  return change(left, {
    at: undefined,
    mode: { at: 'end' },
    trail: at === undefined ? trail : [...trail, at],
  })
}

/** Shows the first test of all that waits for a result. */
export const showFirst = (turn: Turn): Turn => {
  const { list } = turn.state
  const first = list.find((id) => isWaiting(turn.state, id))
  return first === undefined ? showEnd(turn) : showTest(turn, first)
}

/** Shows the test that was shown before this one. */
export const showPrevious = (turn: Turn): Turn => {
  const { trail, list, at } = turn.state
  const before = trail.at(-1) ?? list[list.indexOf(at ?? '') - 1]
  if (before === undefined) return say(turn, 'There is no test before this one.')
  return showTest(change(turn, { trail: trail.slice(0, -1) }), before, { trail: false })
}

/** Shows the test of a number or an identifier. */
export const showNumber = (turn: Turn, typed: string): Turn => {
  const wanted = typed.trim().toUpperCase()
  if (wanted === '') return turn
  const number = Number(wanted.replace(/^T/, ''))
  const found = [...turn.state.items.values()].find(
    ({ identifier, displayId }) => identifier.toUpperCase() === wanted || displayId === number,
  )
  return found ? showTest(turn, found.id) : say(turn, `The run has no test ${typed.trim()}.`)
}

/** Shows the next test whose name contains a text; without one, searches for the last text again. */
export const search = (turn: Turn, typed: string): Turn => {
  const { items, at, searched } = turn.state
  const text = typed.trim() === '' ? searched : typed.trim()
  if (text === '') return turn
  const all = [...items.values()]
  const here = all.findIndex(({ id }) => id === at) + 1
  const wanted = foldForSearch(text)
  const found = [...all.slice(here), ...all.slice(0, here)].find((item) => foldForSearch(callOf(item)).includes(wanted))
  const noted = change(turn, { searched: text })
  return found ? showTest(noted, found.id) : say(noted, `No test has "${text}" in its name.`)
}

/** Whether a test has a wanted result, was not decided in this session, and is not in progress by another person. */
const isWaiting = ({ items, me, wanted, decisions }: Session, id: string): boolean => {
  const item = items.get(id)
  if (!item || item.isGone || !wanted.includes(item.result)) return false
  const isTheirs = item.result === 'inProgress' && item.assignedTo !== '' && item.assignedTo !== me
  return !isTheirs && !decisions.some(({ test }) => test === id)
}

const firstUnticked = ({ ticks }: Session, { id, steps }: Item): number => {
  const ticked = ticks.get(id) ?? []
  const first = steps.findIndex((_, at) => !ticked.includes(at))
  return first === -1 ? 0 : first
}
