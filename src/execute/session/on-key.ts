import type { Key } from '../keys/key.ts'
import { callOf, isOpen, type Mode, type Question, shownOf, type Turn } from './state.ts'
import { act, change, say } from './turn.ts'
import { assign, comment, decide, failureNote, tick, undo } from './deciding.ts'
import { inputOf, typeKey } from './input.ts'
import { leave, search, showBack, showFirst, showNext, showNumber } from './showing.ts'
import { settleConflict } from './conflicts.ts'

/** What a key does. It is for what is shown when it comes: nothing that is under way changes who gets it. DECISIONS 144 */
export const onKey = (turn: Turn, key: Key): Turn => {
  const name = key.ctrl ? `C-${key.name}` : key.name
  if (name === 'C-c') return quit(turn, 'interrupt')
  if (name === 'C-z') return act(turn, { do: 'suspend' })
  if (name === 'C-l') return act(turn, { do: 'redraw' })
  const { mode } = turn.state
  if (mode.at === 'over') return turn
  if (mode.at === 'input') return onInputKey(turn, mode, key)
  if (key.meta || (key.ctrl && name !== 'C-d')) return turn
  const fresh = change(turn, { notice: '' })
  if (mode.at === 'conflict') return onConflictKey(fresh, mode, key)
  if (mode.at === 'list' && (name === 'j' || name === 'down' || name === 'pagedown'))
    return change(fresh, { mode: { at: 'list', from: mode.from + (name === 'pagedown' ? 10 : 1) } })
  if (mode.at === 'list' && (name === 'k' || name === 'up' || name === 'pageup'))
    return change(fresh, { mode: { at: 'list', from: Math.max(0, mode.from - (name === 'pageup' ? 10 : 1)) } })
  if (mode.at === 'help' || mode.at === 'list') return change(fresh, { mode: underneath(fresh) })
  return onTestKey(fresh, name, key.text)
}

const underneath = ({ state }: Turn): Mode => ({ at: state.at === undefined ? 'end' : 'test' })

const onTestKey = (turn: Turn, name: string, text: string): Turn => {
  const item = shownOf(turn.state)
  switch (text === 'N' ? 'N' : name) {
    case 'q':
    case 'C-d':
      return quit(turn, 'key')
    case 'u':
      return undo(turn)
    case 'b':
      return showBack(turn)
    case 'g':
      return ask(turn, 'goto')
    case 'o':
      return change(turn, { mode: { at: 'list', from: 0 } })
    case 'c':
      return chooseNow(turn)
  }
  if (text === '/') return ask(turn, 'search')
  if (text === '?') return change(turn, { mode: { at: 'help' } })
  if (!item) return name === 's' || name === 'return' ? showFirst(turn) : say(turn, 'No test is shown: g goes to one.')
  switch (text === 'N' ? 'N' : name) {
    case 'p':
      return decide(turn, 'passed')
    case 'f':
      return item.isGone ? decide(turn, 'failed') : ask(turn, 'fail', failureNote(turn.state, item))
    case 's':
      return showNext(turn)
    case 'n':
      return ask(turn, 'note')
    case 'N':
      return act(turn, { do: 'edit' })
    case 'a':
      return ask(turn, 'assign', item.assignedTo || (turn.state.me ?? ''))
    case 'space':
      return tick(turn)
    case 'j':
    case 'down':
      return point(turn, 1)
    case 'k':
    case 'up':
      return point(turn, -1)
    case 'pagedown':
      return change(turn, { scroll: turn.state.scroll + 10 })
    case 'pageup':
      return change(turn, { scroll: Math.max(0, turn.state.scroll - 10) })
  }
  return text === '' ? turn : say(turn, `The key ${text} does nothing here; ? shows the keys.`)
}

const ask = (turn: Turn, question: Question, text = ''): Turn =>
  change(turn, { mode: { at: 'input', ask: question, input: inputOf(text) } })

const point = (turn: Turn, by: 1 | -1): Turn => {
  const steps = shownOf(turn.state)?.steps.length ?? 0
  const step = Math.min(Math.max(0, turn.state.step + by), Math.max(0, steps - 1))
  // Without steps the page is moved.
  return steps === 0 ? change(turn, { scroll: Math.max(0, turn.state.scroll + by) }) : change(turn, { step, scroll: 0 })
}

const onInputKey = (turn: Turn, mode: Extract<Mode, { at: 'input' }>, key: Key): Turn => {
  if (key.name === 'escape') return say(change(turn, { mode: underneath(turn) }), 'Nothing was done.')
  if (key.name !== 'return' && key.name !== 'enter') {
    const input = typeKey(mode.input, key)
    return input ? change(turn, { mode: { ...mode, input } }) : turn
  }
  const { text } = mode.input
  const asked = change(turn, { mode: underneath(turn), notice: '' })
  switch (mode.ask) {
    case 'fail':
      return decide(asked, 'failed', text)
    case 'note':
      return comment(asked, text)
    case 'assign':
      return assign(asked, text)
    case 'goto':
      return showNumber(asked, text)
    case 'search':
      return search(asked, text)
  }
}

const chooseNow = (turn: Turn): Turn =>
  turn.state.conflicts.length === 0
    ? say(turn, 'Nobody has changed what you set.')
    : change(turn, { mode: { at: 'conflict', quits: false } })

const onConflictKey = (turn: Turn, { quits }: Extract<Mode, { at: 'conflict' }>, key: Key): Turn => {
  const isMine = key.name === 'm'
  if (!isMine && !['t', 'return', 'enter', 'escape'].includes(key.name)) return turn
  const settled = settleConflict(turn, isMine)
  if (settled.state.conflicts.length > 0) return settled
  return quits ? end(settled, 'key') : change(settled, { mode: underneath(settled) })
}

/** Ends the session, after the questions that are open. */
const quit = (turn: Turn, by: 'key' | 'interrupt'): Turn =>
  by === 'key' && turn.state.conflicts.length > 0
    ? change(turn, { mode: { at: 'conflict', quits: true } })
    : end(turn, by)

const end = (turn: Turn, by: 'key' | 'interrupt'): Turn => {
  if (turn.state.mode.at === 'over') return act(turn, { do: 'quit', by })
  const { open, items } = turn.state
  const item = open && items.get(open.test)
  const left = item && isOpen(item) ? say(leave(turn), `Put back: ${callOf(item)}`) : leave(turn)
  return act(change(left, { mode: { at: 'over' } }), { do: 'quit', by })
}
