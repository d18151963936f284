import { fstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Readable, type Writable } from 'node:stream'
import { exitCodes, HungUpError, InterruptedError, OutputClosedError, TerminatedError, UsageError } from '../errors.ts'
import { directOutput } from './direct-output.ts'
import { isRunning, startOf } from './running.ts'
import { endWithoutTerminal, hearsHangUp } from './signals/hang-up.ts'

/** A stream that may be a terminal, and then has a width and a height; it emits `resize` when they change. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number; rows?: number }
export type InputStream = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/** Everything that testctl takes from its process. Only this file, `running.ts`, `signals/`, bin/ and the SQLite drivers use `process`. */
export type Io = {
  argv: readonly string[]
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  platform: NodeJS.Platform
  /** The folder of the package, which contains the demo's report. */
  root: string
  /** The program to start testctl in another process: the runtime, or testctl itself if it is a single executable. */
  node: string
  /** The name of a local user: `createdBy` on an embedded service. */
  user: () => string
  now: () => Date
  /** The user's number, as the owner of files; undefined if the platform has none. */
  uid: number | undefined
  /** This process, when it started (`startOf`), and whether another process that started at a given time is still running. */
  pid: number
  start?: string | undefined
  isRunning: (pid: number, start?: string) => boolean
  /** Aborted with an InterruptedError, TerminatedError or OutputClosedError as its reason when testctl should stop. */
  stop: AbortSignal
  /** Aborted after a second Ctrl-C, when testctl should no longer wait for anything. */
  hurry?: AbortSignal
  /** Does what Ctrl-C does, for a terminal in raw mode, which sends no signal. */
  interrupt?: () => void
}

/** What the folders, the shell and the editor of a user depend on. */
export type UserEnv = Pick<Io, 'env' | 'platform'>

/** Returns the same Io with other words as the command line. Its streams and its folder are still looked up on first use. */
export const withWords = (io: Io, argv: readonly string[]): Io => Object.create(io, { argv: { value: argv } }) as Io

/** Returns the same Io with its answers going to stderr. */
export const answersToStderr = (io: Io): Io => Object.create(io, { stdout: { get: () => io.stderr } }) as Io

/**
 * Creates the Io of this process, which bin/ hands to main. A signal or a closed output aborts `stop`; a second Ctrl-C ends every wait, so
 * that the outcome can still be reported, and a third ends the process. DECISIONS 436
 * Streams are created on first use, because creating one takes longer than most of what a start does before.
 */
export const processIo = (root: string): Io => {
  const stop = new AbortController()
  const hurry = new AbortController()
  const interrupt = (): void => {
    if (hurry.signal.aborted) {
      // Leaves the last line of the terminal as it is, and lets the prompt appear below it.
      if (process.stderr.isTTY) process.stderr.write('\n')
      process.exit(exitCodes.interrupted)
    }
    if (stop.signal.aborted) hurry.abort()
    else stop.abort(new InterruptedError('interrupted'))
  }
  process.on('SIGINT', interrupt)
  // Windows has no SIGTERM: Ctrl-Break, and a request to stop a service, arrive as SIGBREAK. DECISIONS 120
  process.on('SIGBREAK', () => stop.abort(new TerminatedError('terminated')))
  process.on('SIGTERM', () => stop.abort(new TerminatedError('terminated')))
  if (hearsHangUp()) process.on('SIGHUP', () => stop.abort(new HungUpError('hung up')))
  // By default, anyone who may send signals could make Node open a debugger, which can read a key (SIGUSR1), or end a server (SIGUSR2).
  // DECISIONS 393
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined)
  process.on('exit', endWithoutTerminal)
  const watched = new Set<OutputStream>()
  const watch = (stream: OutputStream, onClosed: () => void): OutputStream => {
    if (watched.has(stream)) return stream
    watched.add(stream)
    return stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') onClosed()
    })
  }
  let stdin: InputStream | undefined
  const stdout = outputOf(1, () => process.stdout)
  const stderr = outputOf(2, () => process.stderr)
  return {
    argv: process.argv.slice(2),
    get stdin() {
      return (stdin ??= folderOnStdin() ?? process.stdin)
    },
    get stdout() {
      return watch(stdout(), () => stop.abort(new OutputClosedError('the output was closed')))
    },
    get stderr() {
      // A closed stderr is no reason to leave something half done.
      return watch(stderr(), () => undefined)
    },
    env: process.env,
    get cwd() {
      return currentFolder()
    },
    platform: process.platform,
    root,
    node: process.execPath,
    user: userName,
    now: () => new Date(),
    uid: process.getuid?.(),
    pid: process.pid,
    get start() {
      return startOf(process.pid)
    },
    isRunning,
    stop: stop.signal,
    hurry: hurry.signal,
    interrupt,
  }
}

/**
 * Ends this process with an exit code when nothing is left to do. After a signal or a closed output it ends once stderr is written, or a
 * second later: output that its reader does not take must not keep the process alive (bun does not say whether there is any).
 * DECISIONS 396, 438
 */
export const endProcess = (io: Io, exitCode: number): void => {
  process.exitCode = exitCode
  if (!io.stop.aborted) return
  io.stderr.write('', () => process.exit())
  setTimeout(() => process.exit(), longestGoodbye).unref()
}

// In milliseconds.
const longestGoodbye = 1000

// On Windows always Node's own stream, because pipes work differently there.
const outputOf = (descriptor: number, stream: () => OutputStream): (() => OutputStream) => {
  let output: OutputStream | undefined
  return () => (output ??= (process.platform === 'win32' ? undefined : directOutput(descriptor, stream)) ?? stream())
}

/**
 * Returns a stream that fails with a UsageError if stdin is a folder (`</etc`). Node's own stream would be empty, so that a command would
 * have nothing to do and succeed. DECISIONS 324
 */
const folderOnStdin = (): InputStream | undefined => {
  if (!isFolder(0)) return undefined
  const error = new UsageError('stdin is a folder', { hint: 'name a file: < results.ndjson' })
  return new Readable({
    read() {
      this.destroy(error)
    },
  })
}

const isFolder = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isDirectory()
  } catch {
    // It is closed.
    return false
  }
}

// A container may run as a number without an account, which is no reason to fail. DECISIONS 296
const userName = (): string => {
  const named = process.env['USER'] || process.env['LOGNAME']
  if (named) return named
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

const currentFolder = (): string => {
  try {
    return process.cwd()
  } catch (error) {
    throw new UsageError('the current folder was deleted', { hint: 'cd to another one', cause: error })
  }
}
