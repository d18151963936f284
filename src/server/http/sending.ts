import type http from 'node:http'
import type { Socket } from 'node:net'
import type { Response } from '../../wire/message.ts'
import { isInPieces } from './body.ts'
import { takeTurn } from './turns.ts'
import type { Unread } from './unread.ts'
import { networkOf } from './client-network.ts'

type Sending = { incoming: http.IncomingMessage; last: boolean; unread: Unread }

/** Sends a response; `last` closes the connection after it. */
export const sendResponse = (
  outgoing: http.ServerResponse,
  response: Response,
  { incoming, last, unread }: Sending,
): void => {
  const { status, headers, body } = response
  // The rest of a small body is read, so that the connection can be kept.
  const isSending = !incoming.complete && !(Number(incoming.headers['content-length']) < 65_536)
  const bytes = Buffer.byteLength(body)
  // Alternating names and values. DECISIONS 252
  const list: (string | number)[] = []
  for (const name in headers) list.push(name, headers[name]!)
  if (status !== 204) list.push('content-length', bytes)
  if (isSending || last) list.push('connection', 'close')
  outgoing.writeHead(status, list)
  if (isSending && incoming.method !== 'HEAD') linger(outgoing, incoming, body)
  else if (bytes < largeAnswer) outgoing.end(body)
  else {
    // As bytes, so that the text can be freed before the client has read them.
    outgoing.end(Buffer.from(body))
    const network = networkOf(incoming.socket.remoteAddress ?? '')
    outgoing.once('close', unread(network, { bytes, drop: () => outgoing.destroy() }))
  }
}

const largeAnswer = 32_768

/**
 * Answers a client that is still sending. Closing at once would make the kernel drop the answer with the unread bytes, so this
 * first reads up to 4 MB more, for a second at most; but not small chunks, which take too long.
 */
const linger = (outgoing: http.ServerResponse, incoming: http.IncomingMessage, body: string): void => {
  const { socket } = incoming
  const sent = socket.bytesRead
  if (sent > 16_384 && isInPieces({ sent: sent - 16_384, body: incoming.readableLength }))
    return void outgoing.end(body)
  const room = sent + 4 * 1024 * 1024
  let chunks = 0
  const end = () => {
    clearTimeout(late)
    incoming.removeAllListeners('data').pause()
    outgoing.end()
  }
  const late = setTimeout(end, 1000)
  outgoing.write(body)
  incoming.removeAllListeners('readable')
  incoming
    .on('data', () => (++chunks > mostChunks || socket.bytesRead > room) && end())
    .once('end', end)
    .once('close', end)
  takeTurn(() => incoming.resume())
}

// 4 MB in chunks of the sizes that clients use are a few hundred.
const mostChunks = 1000

/**
 * Answers a request that Node could not read, or that took too long; returns the status. If the connection is owed the answer to an
 * earlier request, only closes it: the earlier request would seem to be refused. DECISIONS 544
 */
export const answerGarbage = (error: NodeJS.ErrnoException, socket: Socket, isOwedAnswer: boolean): number => {
  const [status, reason, message]: [number, string, string] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Request Timeout', 'the request took too long to arrive']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large', 'the head of the request is too large']
        : [400, 'Bad Request', 'that is not HTTP']
  if (!socket.writable || isOwedAnswer) {
    socket.destroy()
    return status
  }
  const body = JSON.stringify({ message })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), 1000).unref()
  return status
}
