import type { RunState } from '../../../runs/status/index.ts'
import type { Poll } from '../../../runs/watch/index.ts'

/** Shows a run that is watched. */
export type WatchView = {
  /** What a look saw. */
  see: (poll: Poll) => void | Promise<void>
  /** Why a look saw nothing. */
  miss: (error: Pick<Error, 'message'>) => void
  /** No more looks; always called. */
  close: () => Promise<void>
  /** What it came to, after the last look. */
  end: (state: RunState) => Promise<void>
}
