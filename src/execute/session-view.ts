import type { VisibleLinesOf } from './session/visible-lines.ts'
import type { Saying, Session } from './session/state.ts'

/** Shows a session. */
export type SessionView = {
  /** The session as it was and as it is now, and what there is to say. */
  show: (before: Session | undefined, state: Session, sayings: readonly Saying[]) => void
  pageOf: VisibleLinesOf
  /** Leaves the terminal to another program until the next `show`; what was drawn is erased, or left. */
  clear: (how?: 'erase' | 'leave') => Promise<void>
  done: () => Promise<void>
}
