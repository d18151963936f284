import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import type { TestProject } from 'vitest/node'
import { loadEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort, isListening } from './ports.ts'
import { soak } from './soak.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the PostgreSQL for the tests. It names no database. */
    postgres: string
  }
}

const EmbeddedPostgres = await loadEmbeddedPostgres()

/** Starts a PostgreSQL for the tests that need one, and stops it after the last of them. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const server = await startPostgres()
  provide('postgres', server.address)
  return server.remove
}

/**
 * Starts a PostgreSQL with an empty cluster in a temporary folder. Its databases sort text as people do (ICU). `settings` are lines like
 * `wal_level=replica`. `from` is the data folder of a server that does not run; the new server becomes its standby.
 */
export const startPostgres = async ({ settings = [], from }: { settings?: readonly string[]; from?: string } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-postgres-'))
  // PostgreSQL refuses to run as the superuser. The user who runs it instead has to reach the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const data = join(folder, 'data')
  const log: string[] = []
  let isKilled = false
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'owner',
    password: 'secret',
    createPostgresUser: process.getuid?.() === 0,
    // Thousands of iterations make a password hard to guess, which does not matter here.
    initdbFlags: [
      '--no-sync',
      '--no-data-checksums',
      '--set=scram_iterations=1',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
    ],
    // The data need not survive a crash of the machine, so the server does not have to wait for the disk.
    postgresFlags: [
      'fsync=off',
      // After its first minute, autovacuum would go through one database after the other, and tests make many.
      ...(soak ? [] : ['autovacuum_naptime=1h']),
      'max_connections=300',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // Shares memory through files in its folder. Other kinds of shared memory stay behind when the server is killed.
      'dynamic_shared_memory_type=mmap',
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  try {
    const there = from ?? (existsSync(empty()) ? empty() : undefined)
    if (there) await copyFolder(there, data)
    else {
      await server.initialise()
      await copyFolder(data, empty())
    }
    if (from) writeFileSync(join(data, 'standby.signal'), '')
    // `start` waits for a line of the log that a standby never writes.
    await Promise.race([server.start(), ...(from ? [listening(port)] : [])])
  } catch (error) {
    throw new Error(`PostgreSQL does not start:\n${log.join('')}`, { cause: error })
  }
  return {
    address: `postgres://owner:secret@127.0.0.1:${port}`,
    port,
    data,
    /** Kills the server, as a power cut would. */
    kill: () => {
      isKilled = true
      killPostgres(data)
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      // `stop` would wait forever if the server has already ended, as it does on a full disk.
      if (!isKilled && existsSync(join(data, 'postmaster.pid'))) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Kills a server with all its processes, as a power cut would. Throws if no server runs in the folder. A process left waiting for
 * a lock of another would never learn that the server is gone, and no server starts in the folder as long as it lives.
 */
export const killPostgres = (data: string): void => {
  const [words = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)
  // A standalone server writes a negative number.
  const server = Math.abs(Number(words))
  // The file may be stale, or half written.
  const seen = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  if (!seen.some((line) => Number.parseInt(line, 10) === server && line.includes(data)))
    throw new Error(`no server runs in ${data}`)
  // Keeps it from starting more processes while they are listed.
  process.kill(server, 'SIGSTOP')
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = processes.flatMap(([pid, parent]) => (parent === server ? [pid!] : []))
  for (const pid of [server, ...own])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
}

/** The folder of an empty cluster that the first server of a suite leaves for the others: making one takes a second. */
const empty = (): string => join(tmpdir(), 'testctl-empty-postgres')

// Keeps owner and mode, which the server insists on. The copy appears at its path only when it is complete.
const copyFolder = async (from: string, to: string): Promise<void> => {
  await execa('cp', ['-a', from, `${to}.new`])
  renameSync(`${to}.new`, to)
}

/** Waits until something listens on a port of this machine. */
export const listening = async (port: number): Promise<void> => {
  while (!(await isListening(port))) await sleep(20)
}
