import { InterruptedError } from '../../errors.ts'
import type { Io } from '../io.ts'
import { listenToJobControl } from './job-control.ts'

/**
 * Does work while a user waits at a terminal. Keys typed meanwhile, which may be a secret, are not shown, and are read next; Ctrl-C,
 * Ctrl-Z and Ctrl-\ work as always. If the next prompt after an error shows its input (`thenShown`), an unfinished line is
 * discarded, because the user could not see its beginning. DECISIONS 515
 */
export const hideTyping = async <T>(
  { stdin, interrupt }: Pick<Io, 'stdin' | 'interrupt'>,
  work: () => Promise<T>,
  { thenShown = false }: { thenShown?: boolean } = {},
): Promise<T> => {
  let typed: Buffer = Buffer.alloc(0)
  let fail: (error: unknown) => void = () => undefined
  const hide = () => void stdin.setRawMode?.(true)
  const show = () => void stdin.setRawMode?.(false)
  const { suspend, quit, close } = listenToJobControl({ before: show, after: hide })
  const onData = (chunk: Buffer | string): void => {
    typed = Buffer.concat([typed, Buffer.from(chunk as string)])
    const at = typed.findLastIndex((byte) => byte === ctrlC || byte === ctrlZ || byte === ctrlBackslash)
    if (at === -1) return
    const key = typed[at]
    // A terminal outside raw mode drops what was typed before these keys.
    typed = typed.subarray(at + 1)
    if (key !== ctrlC) return key === ctrlZ ? suspend() : quit()
    interrupt?.()
    fail(new InterruptedError('interrupted'))
  }
  hide()
  try {
    return await new Promise<T>((resolve, reject) => {
      fail = reject
      stdin.on('data', onData).on('error', fail).resume()
      work().then(resolve, reject)
    })
  } catch (error) {
    if (thenShown) typed = typed.subarray(0, Math.max(typed.lastIndexOf('\r'), typed.lastIndexOf('\n')) + 1)
    throw error
  } finally {
    stdin.off('data', onData).off('error', fail).pause()
    close()
    show()
    if (typed.length > 0 && !stdin.readableEnded) stdin.unshift(typed)
  }
}

const ctrlC = 3
const ctrlZ = 26
const ctrlBackslash = 28
