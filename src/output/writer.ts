import { OutputClosedError, type TestctlError, UnavailableError } from '../errors.ts'
import type { OutputStream } from '../system/io.ts'

/** Where an answer goes. `write` waits while the reader is slow; `flush` waits until all of it has been taken. */
export type Writer = { write: (text: string) => Promise<void>; flush: () => Promise<void> }

// Rows are sent in pieces of this many characters: a call of the system for each row would take longer than the rest.
const piece = 32 * 1024

/**
 * Writes to a stream in pieces, at the reader's pace. What is waiting is also sent whenever the program waits for
 * something else, so that a slow list is seen as it comes.
 * A closed stream is an OutputClosedError, any other failure (a full disk) an UnavailableError; both stay.
 * While it waits for the reader, `stop` ends the wait with its reason.
 */
export const createWriter = ({
  stream,
  stop,
  before = () => undefined,
}: {
  /** Asked for when something is written: making a stream of the process costs time. */
  stream: () => OutputStream
  stop: AbortSignal
  /** Called before each piece, with it. */
  before?: (text: string) => void
}): Writer => {
  let waiting = ''
  let sent: Promise<void> = Promise.resolve()
  let scheduled = false
  const flush = (): Promise<void> => {
    const text = waiting
    waiting = ''
    if (text !== '')
      sent = sent.then(() => {
        before(text)
        return send(stream(), text, stop)
      })
    return sent
  }
  const write = async (text: string): Promise<void> => {
    waiting += text
    if (waiting.length >= piece) return flush()
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      // It failed: the next write or flush says so.
      flush().catch(() => undefined)
    })
  }
  return { write, flush }
}

const send = (stream: OutputStream, text: string, stop: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onStop = () => settle(() => reject(stop.reason))
    const settle = (end: () => void) => {
      stop.removeEventListener('abort', onStop)
      end()
    }
    watch(stream)
    stop.addEventListener('abort', onStop)
    stream.write(text, (error) => settle(error ? () => reject(failureOf(error)) : resolve))
  })

// A stream tells a failure twice: to the callback, where it is dealt with, and as an event that must have a listener.
const watched = new WeakSet<OutputStream>()
const watch = (stream: OutputStream): void => {
  if (watched.has(stream)) return
  watched.add(stream)
  stream.on('error', () => undefined)
}

const closed = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']

const failureOf = (cause: NodeJS.ErrnoException): TestctlError => {
  if (closed.includes(cause.code ?? '')) return new OutputClosedError('the output was closed', { cause })
  const hint = cause.code === 'ENOSPC' ? 'free some space and run it again; the output is incomplete' : undefined
  return new UnavailableError(`the output cannot be written: ${cause.message}`, { hint, cause })
}
