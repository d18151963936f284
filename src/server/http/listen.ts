import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Handler, requestFrom } from './request.ts'
import { capConnections, type ConnectionLimits } from './connections.ts'
import { createBodies, type Holding } from './body-memory.ts'
import { drain, type DrainOptions } from './drain.ts'
import { refuseHead } from './head.ts'
import { takeTurn } from './turns.ts'
import { createUnread } from './unread.ts'
import { explainPort } from './port.ts'
import { answerGarbage, sendResponse } from './sending.ts'
import { createStreams } from './streaming.ts'

/** How to listen at a port; times are in milliseconds. */
export type ListenOptions = {
  host?: string
  /** 0 takes any free port. */
  port?: number
  /** Whether to take the client's address from what the proxy added to `X-Forwarded-For`. */
  trustProxy?: boolean
  connections?: Partial<Pick<ConnectionLimits, 'most' | 'perNetwork'>>
  /** How long the head of a request may take to arrive, and the whole request. */
  headersTimeout?: number
  requestTimeout?: number
  /** How long the work on an answer may take, and how long it may stay unread. */
  answerTimeout?: number
  /** How many bytes large bodies may take together. */
  mostBodies?: number
  /** Called for malformed requests, slow ones, those refused because of their head, and connections over the limits. */
  onGarbage?: (garbage: { status: number; code: string; address: string }) => void
}

/** A listening port. */
export type Listening = {
  url: string
  /** Accepts no more connections, finishes open requests (within 10 s), and returns how many were cut off. */
  close: (draining?: Partial<DrainOptions>) => Promise<number>
}

/** Starts an HTTP server at a port and passes its requests to `handler`. Rejects with an error explained by `explainPort`. DECISIONS 60 */
export const listen = async (handler: Handler, options: ListenOptions = {}): Promise<Listening> => {
  const { host = '127.0.0.1', port = 0, trustProxy = false, answerTimeout = longestAnswer } = options
  const { headersTimeout = 10_000, requestTimeout = 30_000 } = options
  const server = http.createServer({
    headersTimeout,
    requestTimeout,
    // Node checks the two timeouts only this often.
    connectionsCheckingInterval: Math.min(1000, headersTimeout / 2),
    // Longer than proxies keep theirs (Caddy two minutes): the proxy closes first, so no request meets a closing server. DECISIONS 452
    keepAliveTimeout: 130_000,
    // Node would refuse a request without a `Host` header, but send no message; `refuseHead` sends one.
    requireHostHeader: false,
    // A body that no handler reads is buffered up to this size.
    highWaterMark: 1024,
  })
  // By default Node silently drops headers above a limit of its own; `refuseHead` counts them.
  server.maxHeadersCount = 0
  // New connections start paused and are resumed in turns, so that other work runs between the bodies of a hundred of them.
  Object.assign(server, { pauseOnConnect: true })
  server.on('connection', (socket: Socket) => takeTurn(() => socket.resume()))
  // Times out a connection on which no byte was sent or received for this long.
  server.setTimeout(answerTimeout)
  const { begin, isSurplus, endAfterAnswers, isLastAnswer, isHeldBack, dropHeadless, dropHalf, unanswered } =
    capConnections(server, {
      trustProxy,
      ...options.connections,
      onSurplus: (address) => options.onGarbage?.({ status: 503, code: 'TOO_MANY_CONNECTIONS', address }),
    })
  const note = (socket: Socket, status: number, code: string) =>
    options.onGarbage?.({ status, code, address: socket.remoteAddress ?? '' })
  const unread = createUnread()
  const bodies = createBodies(options.mostBodies)
  const streams = createStreams()
  const endLate = ({ complete, socket }: http.IncomingMessage) => {
    if (complete || !socket.writable) return
    server.emit('clientError', Object.assign(new Error('too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  }
  let closing = false
  const take = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse, more?: () => void) => {
    const turn = begin(incoming, outgoing)
    if (turn) await turn
    // A dropped connection may still hand over requests that arrived with others. After an answer that closes its connection, a request
    // behind it would be carried out, and never answered.
    if (!incoming.socket.writable) return
    // While it waited, Node's own limit for its body may have passed without effect.
    const late = turn && !incoming.complete ? setTimeout(() => endLate(incoming), requestTimeout) : undefined
    let held: Holding | undefined
    // Made on demand, because most requests have no body.
    const holding = () => (held ??= bodies())
    try {
      const refused = refuseHead(incoming, isSurplus(incoming.socket))
      if (refused?.code !== undefined) note(incoming.socket, refused.response.status, refused.code)
      const response = await (refused?.response ??
        handler(requestFrom(incoming, { outgoing, trustProxy, more, holding })))
      // The client has left. No `close` will follow that would stop a stream, or take a large answer off the count of unread bytes.
      if (incoming.socket.destroyed) return
      const { socket } = incoming
      const last = closing || isSurplus(socket) || isLastAnswer(socket)
      const { stream } = response
      if (stream && !last) streams.begin(outgoing, { ...response, stream })
      else sendResponse(outgoing, response, { incoming, last, unread })
    } catch {
      // The client went away, or the handler failed: no answer can be sent.
      outgoing.destroy()
    } finally {
      clearTimeout(late)
      held?.release()
    }
  }
  server.on('request', (incoming, outgoing) => void take(incoming, outgoing))
  // A client that sends `Expect: 100-continue` can be refused before it sends a body.
  server.on('checkContinue', (incoming, outgoing) => void take(incoming, outgoing, () => outgoing.writeContinue()))
  // Node would refuse any other `Expect` header, and send no message; here the header is ignored.
  server.on('checkExpectation', (incoming, outgoing) => void take(incoming, outgoing))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A proxy resets connections that it no longer needs: that is no request. A request that was cut off is logged as 499. DECISIONS 475
    if (error.syscall !== undefined) return void socket.destroy()
    // The server itself leaves its body unread: it does not cost the request before it its answer. DECISIONS 549
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isHeldBack(socket)) return
    const isOwedAnswer = endAfterAnswers(socket)
    if (isOwedAnswer === undefined) return
    note(socket, answerGarbage(error, socket, isOwedAnswer), error.code ?? error.message)
  })
  // Without a listener, Node would close the connection without an answer. It forgets this socket: no timeout and no end of the server
  // would close it while an answer is due.
  server.on('connect', (_, socket: Socket) => {
    socket.on('error', () => undefined)
    if (endAfterAnswers(socket) !== false) return void socket.destroy()
    note(socket, answerGarbage(Object.assign(new Error('CONNECT'), { code: 'CONNECT' }), socket, false), 'CONNECT')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPort(error, { host, port })))
    server.listen(port, host, resolve)
  })
  const { address, port: taken, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: ({ timeoutMs = 10_000, hurry } = {}) => {
      closing = true
      streams.end()
      const dropWaiting = (): number => {
        dropHeadless()
        return dropHalf()
      }
      return drain(server, { timeoutMs, hurry, inFlight: unanswered, dropHalf: dropWaiting })
    },
  }
}

// Less than the minute that proxies wait, in milliseconds. DECISIONS 437
const longestAnswer = 55_000
