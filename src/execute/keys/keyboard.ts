import { emitKeypressEvents } from 'node:readline'
import type { Io } from '../../system/io.ts'
import { listenToJobControl } from '../../system/signals/job-control.ts'
import type { Typed } from './key.ts'
import { createPasteReader, type RawKey } from './paste.ts'

/** The keyboard of a terminal: every key comes as it is pressed, none is shown. */
export type Keyboard = {
  /** Gives the terminal back, as it was, and takes it again. */
  release: () => void
  take: () => void
  /** Stops the process as Ctrl-Z does. */
  suspend: () => void
  close: () => void
}

/**
 * Takes the keyboard. The terminal is restored before the process ends or stops: a signal, an error, Ctrl-Z.
 * `onResumed` hears that the process goes on, and `onEnd` that the terminal went away.
 */
export const openKeyboard = (
  { stdin, stderr, env }: Pick<Io, 'stdin' | 'stderr' | 'env'>,
  { onTyped, onResumed, onEnd }: { onTyped: (typed: Typed) => void; onResumed: () => void; onEnd: () => void },
): Keyboard => {
  // A terminal that can do nothing would print the sequence.
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

// Milliseconds in which the rest of an arrow key comes, which a slow line brings in two pieces.
const escapeTime = { escapeCodeTimeout: 100 }
