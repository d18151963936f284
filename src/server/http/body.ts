import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { RejectedError } from '../../errors.ts'
import { bodyLimit } from '../../wire/body-limits.ts'

/**
 * How to read a body: `limit` is its maximum size in bytes, `begin` is called before waiting for the first byte, and `hold` returns
 * whether there is room for the bytes read so far.
 */
export type BodyOptions = {
  limit?: number | undefined
  begin?: (() => void) | undefined
  hold?: ((bytes: number) => boolean) | undefined
}

/**
 * Reads a body as text; undefined if it is missing or empty. Throws a RejectedError (400, 413, 415, 503) as soon as it must be refused.
 */
export const readBody = async (
  incoming: IncomingMessage,
  { limit = bodyLimit, begin, hold = () => true }: BodyOptions,
): Promise<string | undefined> => {
  const { 'content-length': declared, 'transfer-encoding': chunked } = incoming.headers
  if ((declared === undefined || declared === '0') && chunked === undefined) return undefined
  if (!/^(identity)?$/i.test(incoming.headers['content-encoding'] ?? ''))
    throw new RejectedError('the body must come without a content encoding', { status: 415 })
  if (Number(declared) > limit) throw tooLarge(limit)
  // The client left before its body was wanted: no event will follow.
  if (incoming.destroyed) throw incoming.errored ?? new Error('the client has left')
  begin?.()
  const body = await collect(incoming, { limit, hold })
  if (!isUtf8(body)) throw new RejectedError('the body is not UTF-8', { status: 400 })
  return body.length > 0 ? body.toString() : undefined
}

const tooLarge = (limit: number): RejectedError =>
  new RejectedError(`the body is larger than ${limit} bytes`, { status: 413 })

/**
 * Whether more than a third of the bytes sent is overhead of chunks. A chunk costs as much with one byte as with a thousand;
 * with ten bytes, a third of it is overhead. DECISIONS 82
 */
export const isInPieces = ({ sent, body }: { sent: number; body: number }): boolean => sent > body * 1.5

// In bytes. A shorter body may come in chunks of any size.
const shortBody = 131_072

const inPieces = (): RejectedError => new RejectedError('the body comes in too many small chunks', { status: 413 })

const tooMany = (): RejectedError => new RejectedError('too many large bodies are sent at this moment', { status: 503 })

/** Collects the whole body. If it must be refused, the rest is left unread. */
const collect = (
  incoming: IncomingMessage,
  { limit, hold }: { limit: number; hold: (bytes: number) => boolean },
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // One buffer that grows: chunks of one byte, kept as they come, take a hundred times the memory of the body.
    let body = Buffer.allocUnsafe(Math.min(limit, Number(incoming.headers['content-length'] ?? 4096)))
    let size = 0
    const { socket } = incoming
    const before = socket.bytesRead
    const take = () => {
      // One call may return only one of several buffered chunks. TRAPS 27
      for (let chunk = next(); chunk !== null; chunk = next()) {
        const end = size + chunk.length
        if (end > limit) return stop(tooLarge(limit))
        const sent = socket.bytesRead - before
        const come = end + incoming.readableLength
        if (sent > shortBody && isInPieces({ sent, body: come })) return stop(inPieces())
        if (!hold(end)) return stop(tooMany())
        if (end > body.length) {
          const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(body.length * 2, end)))
          body.copy(larger, 0, 0, size)
          body = larger
        }
        chunk.copy(body, size)
        size = end
      }
    }
    const next = () => incoming.read() as Buffer | null
    const stop = (error: Error) => {
      incoming.off('readable', take)
      reject(error)
    }
    incoming
      .on('readable', take)
      .once('end', () => resolve(body.subarray(0, size)))
      // The client disconnected before the end of the body.
      .once('error', reject)
  })
