import type { VisibleLinesOf } from './session/visible-lines.ts'
import type { Saying, Session } from './session/state.ts'

/** The view of a session: the screen, or plain lines. */
export type SessionView = {
  /** Shows the session: its state before and after the turn, and the messages of the turn. */
  show: (before: Session | undefined, state: Session, sayings: readonly Saying[]) => void
  pageOf: VisibleLinesOf
  /** Leaves the terminal to another program until the next `show`; the screen is erased, or left. */
  clear: (how?: 'erase' | 'leave') => Promise<void>
  done: () => Promise<void>
}
