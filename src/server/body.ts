import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { RejectedError } from '../errors.ts'
import { bodyLimit } from '../wire/message.ts'

/**
 * Reads a body of text; undefined for none. Whatever cannot be read is a RejectedError (400, 413, 415), told at once;
 * `begin` is called before the first byte is waited for.
 */
export const readBody = async (incoming: IncomingMessage, begin?: () => void): Promise<string | undefined> => {
  const { 'content-length': declared, 'transfer-encoding': chunked } = incoming.headers
  if ((declared === undefined || declared === '0') && chunked === undefined) return undefined
  const encoding = incoming.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new RejectedError('the body must come without a content encoding', { status: 415 })
  if (Number(declared) > bodyLimit) throw tooLarge()
  begin?.()
  const body = await collect(incoming)
  if (!isUtf8(body)) throw new RejectedError('the body is not UTF-8', { status: 400 })
  return body.length > 0 ? body.toString() : undefined
}

const tooLarge = (): RejectedError => new RejectedError(`the body is larger than ${bodyLimit} bytes`, { status: 413 })

/** All of the body, unless it turns out to be too large: the rest is left unread. */
const collect = (incoming: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= bodyLimit) return void chunks.push(chunk)
        incoming.pause()
        reject(tooLarge())
      })
      .once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
      // Whoever went away before the end asked for nothing.
      .once('error', reject)
  })
