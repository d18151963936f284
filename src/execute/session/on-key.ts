import type { KeyPress } from '../keys/key.ts'
import { callOf, isOpen, type Mode, type PromptName, shownTest, type Turn } from './state.ts'
import { act, change, say } from './turn.ts'
import { assign } from './assigning.ts'
import { comment, decide, failureNote, tick, undoLast } from './deciding.ts'
import { erases, inputOf, typeKey } from '../keys/text-input.ts'
import { leave, search, showPrevious, showFirst, showNext, showNumber } from './showing.ts'
import { settleConflict } from './conflicts.ts'
import { draftOf } from './notes.ts'
import { isStepSeen, type VisibleLines, type VisibleLinesOf, turnPage } from './visible-lines.ts'

/** Applies a key to the test that is shown when the key arrives, whatever is still being sent. DECISIONS 144 */
export const onKey = (turn: Turn, key: KeyPress, pageOf: VisibleLinesOf): Turn => {
  const name = key.ctrl ? `C-${key.name}` : key.name
  const { mode } = turn.state
  // DECISIONS 420
  if (name === 'C-c')
    return mode.at === 'input'
      ? say(change(turn, { mode: underneath(turn) }), 'Nothing was done. Press Ctrl-C again to quit.')
      : quit(turn, 'interrupt')
  if (name === 'C-z') return act(turn, { do: 'suspend' })
  if (name === 'C-l') return act(turn, { do: 'redraw' })
  if (mode.at === 'over') return turn
  if (mode.at === 'input') return onInputKey(turn, mode, key)
  // Escape alone arrives as a key with Meta.
  if ((key.meta && name !== 'escape') || (key.ctrl && name !== 'C-d')) return turn
  // Uses the state before the key, because a notice takes a part of the window.
  const seen = (): VisibleLines | undefined => pageOf(turn.state)
  const fresh = change(turn, { notice: '' })
  if (mode.at === 'conflict') return onConflictKey(fresh, mode, key)
  if (mode.at === 'help' || mode.at === 'list') return onPageKey(fresh, mode, name, seen())
  // N is the only letter that has another meaning with Shift.
  return onTestKey(fresh, key.text === 'N' ? 'N' : name, key.text, seen)
}

type PageMode = Extract<Mode, { at: 'list' | 'help' }>

const onPageKey = (turn: Turn, mode: PageMode, name: string, page: VisibleLines | undefined): Turn => {
  const from = page && turnPage(page, name)
  return change(turn, { mode: from === undefined ? underneath(turn) : { ...mode, from } })
}

const underneath = ({ state }: Turn): Mode => ({ at: state.at === undefined ? 'end' : 'test' })

const onTestKey = (turn: Turn, name: string, text: string, seen: () => VisibleLines | undefined): Turn => {
  const item = shownTest(turn.state)
  switch (name) {
    case 'q':
    case 'C-d':
      return quit(turn, 'key')
    case 'u':
      return undoLast(turn)
    case 'b':
      return showPrevious(turn)
    case 'g':
      return ask(turn, 'goto')
    case 'o':
      return change(turn, { mode: { at: 'list', from: 0 } })
    case 'c':
      return chooseNow(turn)
    case 'r':
      return act(turn, { do: 'redraw' })
  }
  if (text === '/') return ask(turn, 'search')
  if (text === '?') return change(turn, { mode: { at: 'help', from: 0 } })
  if (!item)
    return name === 's' || name === 'return' ? showFirst(turn) : say(turn, 'No test is shown. Press g to go to one.')
  switch (name) {
    case 'p':
      return decide(turn, 'passed')
    case 'f':
      return item.isGone ? decide(turn, 'failed') : ask(turn, 'fail', { text: failureNote(turn.state, item) })
    case 's':
      return showNext(turn)
    case 'n':
      return ask(turn, 'note')
    case 'N':
      return act(turn, { do: 'edit', draft: draftOf(turn.state, item.id) })
    case 'a':
      return ask(turn, 'assign', { usual: item.assignedTo || (turn.state.me ?? '') })
    case 'space':
      return tickSeen(turn, seen())
    case 'j':
    case 'down':
    case 'k':
    case 'up':
      // A test without steps is scrolled.
      return item.steps.length === 0
        ? scroll(turn, name, seen())
        : point(turn, name === 'j' || name === 'down' ? 1 : -1)
    case 'pagedown':
    case 'pageup':
      return scroll(turn, name, seen())
  }
  return text === '' ? turn : say(turn, `The key ${text} does nothing here; ? shows the keys.`)
}

const ask = (turn: Turn, question: PromptName, { text = '', usual }: { text?: string; usual?: string } = {}): Turn =>
  change(turn, { mode: { at: 'input', ask: question, input: inputOf(text), usual } })

const point = (turn: Turn, by: 1 | -1): Turn => {
  const steps = shownTest(turn.state)?.steps.length ?? 0
  const step = turn.state.step + by
  if (step < 0 || step >= steps)
    return say(change(turn, { scroll: undefined }), `That is the ${by === 1 ? 'last' : 'first'} step.`)
  return change(turn, { step, scroll: undefined })
}

const scroll = (turn: Turn, name: string, page: VisibleLines | undefined): Turn => {
  if (!page) return say(turn, 'The whole test is above. Press r to repeat it.')
  const from = turnPage(page, name)
  if (from !== page.from) return change(turn, { scroll: from })
  const isUp = ['k', 'up', 'pageup'].includes(name)
  return say(turn, `That is the ${isUp ? 'beginning' : 'end'} of the test.`)
}

/** Ticks the current step. If it is scrolled out of sight, only shows it: the tester must see what is ticked. */
const tickSeen = (turn: Turn, page: VisibleLines | undefined): Turn =>
  !page || isStepSeen(page) ? tick(turn) : say(change(turn, { scroll: page.step }), 'Back at the step: space ticks it.')

const onInputKey = (turn: Turn, mode: Extract<Mode, { at: 'input' }>, key: KeyPress): Turn => {
  if (key.name === 'escape') return say(change(turn, { mode: underneath(turn) }), 'Nothing was done.')
  if (key.name !== 'return' && key.name !== 'enter') {
    // The default that Enter would take is erased like typed text.
    if (mode.input.text === '' && erases(key)) return change(turn, { mode: { ...mode, usual: mode.usual && '' } })
    const input = typeKey(mode.input, key)
    return input ? change(turn, { mode: { ...mode, input } }) : turn
  }
  const { text } = mode.input
  const asked = change(turn, { mode: underneath(turn), notice: '' })
  const isNothing = text.trim() === '' && mode.ask !== 'fail' && mode.ask !== 'assign'
  if (isNothing && !(mode.ask === 'search' && turn.state.searched !== '')) return say(asked, 'Nothing was done.')
  switch (mode.ask) {
    case 'fail':
      return decide(asked, 'failed', text)
    case 'note':
      return comment(asked, text)
    case 'assign':
      return assign(asked, text.trim() || (mode.usual ?? ''))
    case 'goto':
      return showNumber(asked, text)
    case 'search':
      return search(asked, text)
  }
}

const chooseNow = (turn: Turn): Turn =>
  turn.state.conflicts.length === 0
    ? say(turn, 'No result of yours has a conflict.')
    : change(turn, { mode: { at: 'conflict', quits: false } })

const onConflictKey = (turn: Turn, { quits }: Extract<Mode, { at: 'conflict' }>, key: KeyPress): Turn => {
  const isMine = key.name === 'm'
  if (!isMine && !['t', 'return', 'enter', 'escape'].includes(key.name)) return turn
  const settled = settleConflict(turn, isMine)
  if (settled.state.conflicts.length > 0) return settled
  return quits ? end(settled, 'key') : change(settled, { mode: underneath(settled) })
}

/** Ends the session; unless it is interrupted, only after the open conflicts are settled. */
export const quit = (turn: Turn, by: 'key' | 'interrupt'): Turn =>
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
