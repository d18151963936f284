import net from 'node:net'

type Conversation = { socket: net.Socket; request: string; nth: number }

/** A server that does with a connection whatever a test wants, and records what it saw. */
export type Hostile = {
  url: string
  /** The complete requests that arrived, as text. */
  requests: string[]
  /** How many connections were made. */
  connections: () => number
  close: () => Promise<void>
}

/** Starts a hostile server. Calls `answer` for each complete request, and `greet` for each connection before it reads anything. */
export const hostile = async (
  answer: (conversation: Conversation) => void,
  greet?: (socket: net.Socket) => void,
): Promise<Hostile> => {
  const requests: string[] = []
  const sockets = new Set<net.Socket>()
  let connections = 0
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('end', () => socket.end())
    greet?.(socket)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const request = wholeRequest(text)
      if (request === undefined) return
      text = text.slice(request.length)
      requests.push(request)
      answer({ socket, request, nth: requests.length })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { url: `http://127.0.0.1:${port}`, requests, connections: () => connections, close }
}

/** Returns a complete HTTP response as text. */
export const http = (status: number, body: string, headers: Record<string, string> = {}): string =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${Object.entries(
    headers,
  )
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`

const wholeRequest = (text: string): string | undefined => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  const whole = text.slice(0, end + 4 + length)
  return whole.length === end + 4 + length ? whole : undefined
}
