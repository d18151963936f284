import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** Well above the ports of system services, and of the databases that a developer may run. */
const lowest = 10_000

/**
 * A port of this machine that nothing listens on now, for a server that starts later or listens again after it ended. The system
 * gives none of these ports to connections: one from its own range can be taken at any moment in between, and stays taken for a
 * minute after the connection has ended.
 */
export const freePort = async (): Promise<number> => {
  const end = firstOfConnections()
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (end - lowest))
    if (await canListen(port)) return port
  }
}

const firstOfConnections = (): number => {
  // Where the system does not say it, and where it leaves no others, it is from 49152 on (RFC 6335, section 6).
  const usual = 49_152
  try {
    const first = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/, 1)[0])
    return first > 2 * lowest ? first : usual
  } catch {
    return usual
  }
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Whether something listens on a port of this machine. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
