import type { ResultName } from '../../contract/vocabulary.ts'
import type { Typed } from '../keys/key.ts'
import { insert } from '../keys/text-input.ts'
import { type News, onNews } from './news.ts'
import { type EditorNews, onEdited } from './notes.ts'
import { onKey, quit } from './on-key.ts'
import type { VisibleLinesOf } from './visible-lines.ts'
import { showTest, showFirst } from './showing.ts'
import type { Item, PromptName, Session, Turn } from './state.ts'
import { change, quiet, say, sendOp } from './turn.ts'

/** Something that happens to a session. */
export type Event = Typed | News | EditorNews | { type: 'hungUp' }

/** Returns the session after an event. It is pure: the effect of a key depends only on the session and its visible lines. */
export const step = (state: Session, event: Event, pageOf: VisibleLinesOf): Turn => {
  const turn = quiet(state)
  switch (event.type) {
    case 'key':
      return onKey(turn, event.key, pageOf)
    case 'paste':
      return onPaste(turn, event.text)
    case 'hungUp':
      return quit(turn, 'interrupt')
    case 'edited':
      return onEdited(turn, event)
    default:
      return onNews(turn, event)
  }
}

/** Inserts pasted text into a line that is being typed; does nothing in other modes. */
const onPaste = (turn: Turn, text: string): Turn => {
  const { mode } = turn.state
  return mode.at === 'input'
    ? change(turn, { mode: { ...mode, input: insert(mode.input, text, { keepsLines: isNote(mode.ask) }) } })
    : say(turn, 'Pasted text does nothing here. Press n to write a note.')
}

// A stack trace is useless as one line.
const isNote = (ask: PromptName): boolean => ask === 'fail' || ask === 'note'

/** The input for a new session. */
export type Beginning = Pick<
  Session,
  'run' | 'me' | 'claims' | 'list' | 'assignedTo' | 'wanted' | 'ticks' | 'next' | 'kept' | 'notes'
> & {
  items: readonly Item[]
  /** The test to begin with; by default one that an earlier session left open, or the first that waits for a result. */
  from?: string | undefined
  /** Tests that an earlier session opened and neither decided nor put back, with their results before. */
  opened: ReadonlyMap<string, ResultName>
}

/** Begins a session at `from`, or at a test that an earlier one left open; puts the other open tests back. */
export const begin = ({ items, from, opened, ...rest }: Beginning): Turn => {
  const state: Session = {
    ...rest,
    isRunGone: false,
    items: new Map(items.map((item) => [item.id, item])),
    at: undefined,
    open: undefined,
    mode: { at: 'end' },
    step: 0,
    scroll: undefined,
    trail: [],
    decisions: [],
    assignments: [],
    comments: [],
    conflicts: [],
    waiting: 0,
    trouble: undefined,
    refused: [],
    searched: '',
    notice: '',
  }
  const [resumed] = [...opened].filter(([test]) => state.items.get(test)?.result === 'inProgress')
  const first = from ?? resumed?.[0]
  let turn = quiet(state)
  for (const [test, before] of opened) {
    if (test !== first) turn = sendOp(turn, test, { do: 'leave', before })
    else turn = change(turn, { open: { test, before } })
    const item = state.items.get(test)
    // With the result that it was shown with then.
    if (item) turn = change(turn, { items: new Map(turn.state.items).set(test, { ...item, result: before }) })
  }
  if (first === undefined) return showFirst(turn)
  return showTest(turn, first)
}
