import { emitKeypressEvents } from 'node:readline'
import type { Io } from '../../system/io.ts'
import { listenToJobControl } from '../../system/signals/job-control.ts'
import type { Typed } from './key.ts'
import { createPasteReader, type RawKey } from './paste.ts'

/** The keyboard of a terminal in raw mode: every key arrives as it is pressed, without echo. */
export type Keyboard = {
  /** Restores the terminal and stops reading; `take` resumes raw mode and reading. */
  release: () => void
  take: () => void
  /** Stops the process as Ctrl-Z does. */
  suspend: () => void
  close: () => void
}

/**
 * Switches the terminal to raw mode. It is restored before the process ends or stops, by a signal, an error or Ctrl-Z.
 * Calls `onResumed` when the process continues, and `onEnd` when the terminal is gone.
 */
export const openKeyboard = (
  { stdin, stderr, env }: Pick<Io, 'stdin' | 'stderr' | 'env'>,
  { onTyped, onResumed, onEnd }: { onTyped: (typed: Typed) => void; onResumed: () => void; onEnd: () => void },
): Keyboard => {
  // A dumb terminal would print the escape sequence.
  const marksPastes = env['TERM'] !== 'dumb'
  const read = createPasteReader(onTyped)
  const onKey = (text: string | undefined, key: RawKey): void => read(text, key)
  let isTaken = false
  let isWanted = false

  const take = (): void => {
    if (isTaken) return
    isTaken = isWanted = true
    stdin.setRawMode?.(true)
    if (marksPastes) stderr.write('\u001b[?2004h')
    stdin.resume()
  }
  const putBack = (): void => {
    if (!isTaken) return
    isTaken = false
    if (marksPastes) stderr.write('\u001b[?2004l')
    stdin.setRawMode?.(false)
  }
  const release = (): void => {
    isWanted = false
    putBack()
    stdin.pause()
  }
  const job = listenToJobControl({
    before: putBack,
    after: () => {
      if (!isWanted) return
      isTaken = false
      take()
      onResumed()
    },
  })
  emitKeypressEvents(stdin, escapeTime as never)
  stdin.on('keypress', onKey).on('end', onEnd).on('error', onEnd)
  take()
  return {
    release,
    take,
    suspend: job.suspend,
    close: () => {
      release()
      job.close()
      stdin.off('keypress', onKey).off('end', onEnd).off('error', onEnd)
    },
  }
}

// Milliseconds to wait for the rest of an arrow key's escape sequence, which a slow connection delivers in two pieces.
const escapeTime = { escapeCodeTimeout: 100 }
