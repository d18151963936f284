import type { UnavailableError } from '../../../errors.ts'
import type { State } from '../../../runs/status/index.ts'
import type { Sight } from '../../../runs/watch/index.ts'

/** Shows a run that is watched. */
export type View = {
  /** What a look saw. */
  see: (sight: Sight) => void | Promise<void>
  /** Why a look saw nothing. */
  miss: (error: UnavailableError) => void
  /** No more looks; called whatever happened. */
  close: () => Promise<void>
  /** What it came to, after the last look. */
  end: (state: State) => Promise<void>
}
