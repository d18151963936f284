import { createSocket } from 'node:dgram'
import { connect, createServer, isIPv6 } from 'node:net'
import { UnavailableError, UsageError } from '../../errors.ts'
import { runsOnWindows } from '../../system/platform.ts'
import { listenerLine, usualShell } from '../../system/shell-line.ts'

/**
 * Checks that a server can listen, before its store is created. Throws a UsageError or an UnavailableError, as listening does.
 * Listening itself can still fail, for example if another process takes the port meanwhile. DECISIONS 283, 312
 */
export const checkPort = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  if (port > 0 && port < 1024 && !runsOnWindows) await checkPermission({ host, port })
  // Any free port shows whether the host is an address of this computer. `isRefused` alone cannot: other hosts refuse, too. DECISIONS 345
  await tryToListen({ host, port: 0 })
  // Does not listen on a port that is free: for a moment it would look as if the server were there.
  if (port !== 0 && !(await isRefused({ host, port }))) await tryToListen({ host, port })
}

const tryToListen = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainPort(error, { host, port })))
    server.listen(port, host, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}

/** Checks the permission for a low port by binding it with UDP, which needs the same one, and no client takes it for the server. */
const checkPermission = ({ host, port }: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      if (error.code === 'EACCES') reject(explainPort(error, { host, port }))
      else resolve()
    })
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(resolve))
  })

/** Whether nothing listens at an address of this computer. */
const isRefused = (address: { host: string; port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ ...address, timeout: longestConnect })
    const end = (refused: boolean) => {
      socket.destroy()
      resolve(refused)
    }
    socket.once('connect', () => end(false))
    socket.once('timeout', () => end(false))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED'))
  })

// An address of this computer answers at once.
const longestConnect = 500

/** Explains an error of listening at a port; returns any other error unchanged. */
export const explainPort = (error: unknown, { host, port }: { host: string; port: number }): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UnavailableError(`port ${port} of ${host} is already in use`, {
        hint: `--port 0 takes any free port; to see what uses this one: ${listenerLine(usualShell, port)}`,
        cause: error,
      })
    case 'EACCES':
      return new UsageError(`port ${port} needs a permission that this user lacks`, {
        hint: 'try --port 8787, with a proxy in front of it',
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UsageError(`${host} is not an address of this computer`, {
        hint: '--host 127.0.0.1 is for this computer alone, --host 0.0.0.0 for the network',
        cause: error,
      })
  }
  return error
}
