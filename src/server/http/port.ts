import { UnavailableError, UsageError } from '../../errors.ts'

/** Explains an error of listening at a port; returns any other error unchanged. */
export const explainPort = (error: unknown, { host, port }: { host: string; port: number }): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UnavailableError(`port ${port} of ${host} is taken`, {
        hint: '--port 0 takes any that is free; who has it: ss -ltnp',
        cause: error,
      })
    case 'EACCES':
      return new UsageError(`port ${port} may not be taken by this user`, {
        hint: 'try --port 8787, with a proxy before it',
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UsageError(`${host} is no address of this computer`, {
        hint: '--host 127.0.0.1 is for this computer alone, --host 0.0.0.0 for the network',
        cause: error,
      })
  }
  return error
}
