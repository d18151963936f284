import type { RunState } from '../../../runs/status/index.ts'
import type { Poll } from '../../../runs/watch/index.ts'

/** A view of a run that is watched. */
export type WatchView = {
  /** Takes the result of a poll. */
  see: (poll: Poll) => void | Promise<void>
  /** Takes the reason why a poll failed. */
  miss: (error: Pick<Error, 'message'>) => void
  /** Called in any case, when there are no more polls. */
  close: () => Promise<void>
  /** Takes the final state, after the last poll. */
  end: (state: RunState) => Promise<void>
}
