import type { Io } from '../../system/io.ts'
import { beginStatus, endOf, eraseStatus, releaseTerminal, type StatusEntry } from './scheduler.ts'

/**
 * For work that leaves timers no turn, `due` draws the line if it is time, and `draw` does now; `end` takes back what is
 * said.
 */
export type Speaking = { due: () => void; draw: () => void; end: () => void }

/**
 * Says something in the one line at the end of stderr, drawn anew calmly for as long as somebody speaks. Nothing is drawn
 * at once, and the stream is not even made before; no process is kept by it. `mode` is that of `--progress`.
 * DECISIONS 80
 */
export const speak = (io: Io, mode: string, saying: StatusEntry): Speaking => {
  const end = endOf(io)
  if (mode === 'none' || end.isMute) return { due: () => undefined, draw: () => undefined, end: () => undefined }
  if (saying.aside) end.sayings.push(saying)
  else end.sayings.unshift(saying)
  end.clock ??= beginStatus(io, mode, end)
  return {
    due: () => end.clock?.look(),
    draw: () => end.clock?.draw(),
    end: () => {
      end.sayings = end.sayings.filter((one) => one !== saying)
      if (end.sayings.length === 0) releaseTerminal(end)
      else if (end.speaker === saying) eraseStatus(end)
    },
  }
}

/**
 * Takes away what stands at the end of the terminal. Whoever writes to it calls this before, with the text: nothing is
 * drawn before a line of it is whole.
 */
export const hideStatusLine = (io: Io, text = '\n'): void => {
  const end = endOf(io)
  eraseStatus(end)
  if (text === '') return
  end.isMidLine = !text.endsWith('\n')
  end.written = io.now().getTime()
}

/** Suspends the status line while a prompt, a board or a child process owns the terminal; returns what resumes it. */
export const holdStatusLine = (io: Io): (() => void) => {
  const end = endOf(io)
  eraseStatus(end)
  const holder = {}
  end.holders.add(holder)
  return () => void end.holders.delete(holder)
}

/** Says how to take away what somebody else has drawn at the end of the terminal; undefined for what is to stay. */
export const keepAtEnd = (io: Io, erase: (() => void) | undefined): void => {
  endOf(io).erase = erase
}

/** Ends whatever is said, for good: the command is over. */
export const silence = (io: Io): void => {
  const end = endOf(io)
  end.isMute = true
  releaseTerminal(end)
}
