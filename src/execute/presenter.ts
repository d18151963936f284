import { createFailure } from '../system/async/failure.ts'
import type { SessionView } from './session-view.ts'
import type { Session, Turn } from './session/state.ts'

/** Shows the turns of a session in their order, and can leave the terminal to other programs meanwhile. */
export type Presenter = {
  /** Shows a turn once `written` has resolved: from then on the journal holds its results. */
  present: (before: Session | undefined, turn: Turn, written?: Promise<unknown>) => void
  /** Leaves the terminal to an editor or the shell; turns that come wait. */
  leave: () => Promise<void>
  /** Takes the terminal again, and shows the turns that waited. */
  comeBack: () => void
  /** Erases the board, or leaves it there, so that the next turn is drawn anew. */
  clear: SessionView['clear']
  done: () => Promise<void>
  /** Rejects when nothing can be shown any more. */
  broken: Promise<never>
}

/** Makes a presenter of a view. A result that it shows as set is on the disk, even if the process is killed. DECISIONS 145 */
export const createPresenter = (view: SessionView): Presenter => {
  const waiting: { before: Session | undefined; turn: Turn; isWritten: boolean }[] = []
  const writes = new Set<Promise<unknown>>()
  let isAway = false
  const { failed: broken, fail } = createFailure()
  const clear: SessionView['clear'] = (how) => view.clear(how).catch(fail)
  const flush = (): void => {
    try {
      while (!isAway && waiting[0]?.isWritten) {
        const [{ before, turn }] = waiting.splice(0, 1) as [(typeof waiting)[0]]
        view.show(before, turn.state, turn.sayings)
      }
    } catch (error) {
      fail(error)
    }
  }
  return {
    present: (before, turn, written) => {
      const one = { before, turn, isWritten: written === undefined }
      waiting.push(one)
      flush()
      if (!written) return
      const shown = written.then(() => {
        one.isWritten = true
        writes.delete(shown)
        flush()
      })
      writes.add(shown)
    },
    leave: () => {
      isAway = true
      return clear()
    },
    comeBack: () => {
      isAway = false
      flush()
    },
    clear,
    done: async () => {
      isAway = false
      await Promise.all(writes)
      flush()
      await view.done()
    },
    broken,
  }
}
