import { OutputClosedError, type TestctlError, UnavailableError } from '../errors.ts'
import type { OutputStream } from '../system/io.ts'

/** Writes output to a stream. `write` waits while the reader is slow; `flush` waits until the stream has taken all of it. */
export type Writer = { write: (text: string) => Promise<void>; flush: () => Promise<void> }

// Output is sent in pieces of this many characters: a system call for each row would take longer than everything else.
const piece = 32 * 1024

/**
 * Creates a writer that buffers output and writes it at the reader's pace. The buffer is also sent whenever the program waits for
 * something else, so that a slow list is seen as it comes.
 * Throws an OutputClosedError for a closed stream, and an UnavailableError for any other failure (a full disk); so does any later flush.
 * While it waits for the reader, `stop` ends the wait with its reason.
 */
export const createWriter = ({
  stream,
  stop,
  before = () => undefined,
}: {
  /** Called when something is written: creating a stream of the process costs time. */
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
      // A later write or flush throws the failure.
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

// A stream reports a failure twice: to the callback, where it is handled, and as an event that must have a listener.
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
