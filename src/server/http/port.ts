import { UnavailableError, UsageError } from '../../errors.ts'
import { listenerLine, usualShell } from '../../system/shell-line.ts'

/** Explains an error of listening at a port; returns any other error unchanged. */
export const explainPort = (error: unknown, { host, port }: { host: string; port: number }): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UnavailableError(`port ${port} of ${host} is already in use`, {
        hint: `--port 0 takes any free port; what uses this one: ${listenerLine(usualShell, port)}`,
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
