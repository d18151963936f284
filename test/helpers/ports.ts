import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** The lowest port that is given out: well above the ports of system services and of databases that a developer may run. */
const lowest = 10_000

/**
 * Returns a port of this machine that nothing listens on now, for a server that starts later or starts again. No other test gets it
 * while this process runs. The port is below the range from which the system takes ports for connections: one of those can be taken
 * at any moment in between, and stays taken for a minute after the connection has ended.
 */
export const freePort = async (): Promise<number> => {
  const end = firstOfConnections()
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (end - lowest))
    if ((await reserve(port)) && (await canListen(port))) return port
  }
}

const firstOfConnections = (): number => {
  // Assumed if the system does not tell its range, or if that leaves too few ports below it (RFC 6335, section 6).
  const usual = 49_152
  try {
    const first = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/, 1)[0])
    return first > 2 * lowest ? first : usual
  } catch {
    return usual
  }
}

/**
 * Reserves a port against all other tests, also of other suites: in one of some hundred suites, two tests chose the same port before
 * either listened. Holds a name in Linux's abstract namespace, or a Windows pipe, which ends with the process. Other systems have no
 * equivalent, and there the port is not reserved.
 */
const reserve = (port: number): Promise<boolean> => {
  const prefixes: Partial<Record<NodeJS.Platform, string>> = { linux: '\0', win32: '\\\\.\\pipe\\' }
  const prefix = prefixes[process.platform]
  if (prefix === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const holder = createServer().unref()
    holder.once('error', () => resolve(false))
    holder.listen(`${prefix}testctl-port-${port}`, () => resolve(true))
  })
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
