import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, type WriteStream } from 'node:fs'
import { mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { once } from '../../src/system/async/once.ts'
import type { OutputStream } from '../../src/system/io.ts'
import { readFiles } from '../helpers/files.ts'
import { binary, sharedCache, testctl } from '../helpers/program.ts'
import { aside, type Seen, splitWords, typeLine } from '../helpers/world.ts'

type Typed = {
  stdin?: string | Buffer
  /** Leaves stdin open, with nothing on it. */
  open?: boolean
  env?: Record<string, string | undefined>
  cwd?: string
  /** The time after which the process is killed, in milliseconds. */
  timeout?: number
  /** Receives stdout as it arrives. */
  hear?: (text: string) => void
  /** Receives stdout, which is then not part of the result: a stream with a file descriptor. */
  into?: WriteStream
  /** The same of stderr. */
  errorsInto?: WriteStream
}

/**
 * A user's machine: an empty folder that is the home too, `testctl` in the PATH, a service in a file, and nothing of the
 * environment that the tests run in. Every command is a process of its own.
 */
export type Machine = {
  folder: string
  env: Record<string, string>
  /** Types a line, and waits until its process has ended. */
  type: (line: string, typed?: Typed) => Promise<Seen>
  /** Runs a line that only prepares or inspects, in this process, and returns its stdout. Throws if it fails. */
  aside: (line: string, typed?: Pick<Typed, 'stdin' | 'env'>) => Promise<string>
  /** Types a line in this process, for tests of what it does and not of its process. The result is the same as that of `type`. */
  typeHere: (
    line: string,
    typed?: Pick<Typed, 'stdin' | 'env' | 'cwd'> & { stdout?: OutputStream; terminal?: number },
  ) => Promise<Seen>
  /** Runs the words as they are, if a line cannot express them. */
  run: (words: readonly string[], typed?: Typed) => Promise<Seen>
  /** Types a line and leaves it running. */
  start: (line: string, typed?: Typed) => Running
  /** Runs lines of bash, which stops at the first that fails. */
  shell: (lines: string, typed?: Typed) => Promise<Seen>
  /** Reads all files of the folder. Returns their text by path. */
  files: () => Promise<Record<string, string>>
  remove: () => Promise<void>
}

/** A process that can be awaited. The result has no exit code if a signal has ended the process. */
export type Running = Promise<Seen & { signal: NodeJS.Signals | null }> &
  Pick<ChildProcess, 'pid' | 'kill' | 'stdin' | 'stdout' | 'stderr' | 'once'>

export const createMachine = async (env: Record<string, string> = {}): Promise<Machine> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-e2e-'))
  const own: Record<string, string> = {
    PATH: [await programs(), dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: folder,
    XDG_CACHE_HOME: sharedCache(),
    USER: 'ana',
    LANG: 'C.UTF-8',
    TESTCTL_URL: 'file:./team.db',
    ...env,
  }
  const begin = (file: string, words: readonly string[], typed: Typed = {}): Running => {
    const child = spawn(file, words, {
      cwd: typed.cwd ?? folder,
      env: { ...own, ...typed.env },
      stdio: [
        typed.stdin === undefined && !typed.open ? 'ignore' : 'pipe',
        typed.into ?? 'pipe',
        typed.errorsInto ?? 'pipe',
      ],
      timeout: typed.timeout ?? patience,
      killSignal: 'SIGKILL',
    })
    // A process that ends early has not read all of its stdin.
    child.stdin?.on('error', () => undefined)
    if (typed.stdin !== undefined) child.stdin?.end(typed.stdin)
    const running = withEnd(child)
    if (typed.hear) running.stdout?.on('data', (bytes: Buffer) => typed.hear?.(bytes.toString()))
    return running
  }
  const end = async (running: Running): Promise<Seen> => {
    const { stdout, stderr, exitCode, signal } = await running
    return { stdout, stderr, exitCode: exitCode ?? (signal as unknown as number) }
  }
  const start: Machine['start'] = (line, typed) => begin(...testctl(splitWords(line).slice(1)), typed)
  const here = (typed?: Typed) => ({
    cwd: folder,
    ...typed,
    env: definedIn({ ...own, ...typed?.env }),
  })
  return {
    folder,
    env: own,
    start,
    aside: (line, typed) => aside(line, here(typed)),
    typeHere: (line, typed) => typeLine(line, here(typed)),
    type: (line, typed) => end(start(line, typed)),
    run: (words, typed) => end(begin(...testctl(words), typed)),
    shell: (lines, typed) => end(begin('bash', ['--norc', '-euo', 'pipefail', '-c', lines], typed)),
    files: () => readFiles(folder),
    // Synchronous, because it takes three times as long in threads.
    remove: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Returns the folder with `testctl` in the PATH of every machine. No test changes it. */
const programs = once(async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-bin-'))
  await symlink(binary, join(folder, 'testctl'))
  return folder
})

/** The timeout of a process that hangs, in ms: less than that of a test. */
const patience = 600_000

/** Makes a process awaitable. execa could do that too, but takes three times as long to start a process. */
const withEnd = (child: ChildProcess): Running => {
  const { pid, stdin, stdout, stderr } = child
  const [printed, said] = [textOf(stdout), textOf(stderr)]
  const end = new Promise<Awaited<Running>>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const exitCode = code ?? (undefined as unknown as number)
      resolve({ stdout: printed(), stderr: said(), exitCode, signal })
    })
  })
  return Object.assign(end, { pid, stdin, stdout, stderr, kill: child.kill.bind(child), once: child.once.bind(child) })
}

const textOf = (stream: Readable | null): (() => string) => {
  const chunks: Buffer[] = []
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

const definedIn = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
