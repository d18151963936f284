import type { Saying, Session } from './session/state.ts'

/** Shows a session to somebody. */
export type SessionView = {
  /** The session as it was and as it is now, and what there is to say. */
  show: (before: Session | undefined, state: Session, sayings: readonly Saying[]) => void
  /** Leaves the terminal to somebody else, until the next `show`; what stands there is taken away, or stays. */
  clear: (how?: 'erase' | 'leave') => Promise<void>
  done: () => Promise<void>
}
