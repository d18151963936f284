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
    /** The address of a PostgreSQL that is there for the tests, without a database. */
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
 * A PostgreSQL of its own, with an empty cluster in a temporary folder. Its databases sort text as people do. `settings` are lines like
 * `wal_level=replica`; `from` is the folder of another one that does not run, of which this one becomes a standby.
 */
export const startPostgres = async ({ settings = [], from }: { settings?: readonly string[]; from?: string } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-postgres-'))
  // The superuser cannot run it; whoever runs it in the superuser's place has to get there.
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
    // To sign a password thousands of times makes it hard to guess, which nobody tries here.
    initdbFlags: [
      '--no-sync',
      '--no-data-checksums',
      '--set=scram_iterations=1',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
    ],
    // Nothing here outlives the machine, so that nobody has to wait for its disk.
    postgresFlags: [
      'fsync=off',
      // After its first minute a process would go through one database after the other, of which tests make many.
      ...(soak ? [] : ['autovacuum_naptime=1h']),
      'max_connections=300',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // In its folder: what shares memory otherwise stays in the memory of the machine when it is killed.
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
    // A standby never says the words that are waited for.
    await Promise.race([server.start(), ...(from ? [listening(port)] : [])])
  } catch (error) {
    throw new Error(`PostgreSQL does not start:\n${log.join('')}`, { cause: error })
  }
  return {
    address: `postgres://owner:secret@127.0.0.1:${port}`,
    port,
    data,
    /** Ends it as a power cut would. */
    kill: () => {
      isKilled = true
      killPostgres(data)
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      // To stop one that has ended by itself, as on a full disk, would wait for its end for ever.
      if (!isKilled && existsSync(join(data, 'postmaster.pid'))) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Ends a server as a power cut would: with all its processes. One that waits for a lock of another never learns that the
 * server is gone, and no server starts in the folder while it is there.
 */
export const killPostgres = (data: string): void => {
  const [words = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)
  // Negative is one that works alone.
  const server = Math.abs(Number(words))
  // The file may be left over, or just being written.
  const seen = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  if (!seen.some((line) => Number.parseInt(line, 10) === server && line.includes(data)))
    throw new Error(`no server runs in ${data}`)
  // It starts no more of them while they are counted.
  process.kill(server, 'SIGSTOP')
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = processes.flatMap(([pid, parent]) => (parent === server ? [pid!] : []))
  for (const pid of [server, ...own])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
}

/** An empty cluster, which the first one leaves to the others of its suite: to make one takes a second. */
const empty = (): string => join(tmpdir(), 'testctl-empty-postgres')

// With owner and rights, which the server insists on. Whoever finds the copy finds all of it.
const copyFolder = async (from: string, to: string): Promise<void> => {
  await execa('cp', ['-a', from, `${to}.new`])
  renameSync(`${to}.new`, to)
}

/** Waits until something listens on a port of this machine. */
export const listening = async (port: number): Promise<void> => {
  while (!(await isListening(port))) await sleep(20)
}
