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
 * earlier request, sends nothing: the earlier request would seem to be refused. DECISIONS 544, 557
 */
export const answerGarbage = (error: Garbage, socket: Socket, isOwedAnswer: boolean): number => {
  const [status, reason, message] = statusOf(error)
  if (isOwedAnswer) return status
  if (!socket.writable) {
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

/** An error of Node's parser, with the bytes that it could not read. */
type Garbage = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }

const statusOf = (error: Garbage): [status: number, reason: string, message: string] => {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'Request Timeout', 'the request took too long to arrive']
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'Request Header Fields Too Large', 'the head of the request is too large']
    case 'CONNECT':
      return unknownMethod
    default:
      return isRequestLine(error) ? unknownMethod : [400, 'Bad Request', 'that is not HTTP']
  }
}

const unknownMethod: [number, string, string] = [501, 'Not Implemented', 'this method is not known here']

/** Whether only the method of a request is wrong: Node knows some thirty methods (RFC 9110, 15.6.2). */
const isRequestLine = ({ code, rawPacket, bytesParsed = 0 }: Garbage): boolean => {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return false
  const begin = rawPacket.lastIndexOf('\n', bytesParsed) + 1
  return /^[!#$%&'*+.^`|~\w-]+ \S+ HTTP\/1\.[01]\r\n/.test(rawPacket.toString('latin1', begin, begin + 4000))
}
