import { fstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Readable, type Writable } from 'node:stream'
import { exitCodes, HungUpError, InterruptedError, OutputClosedError, TerminatedError, UsageError } from '../errors.ts'
import { directOutput } from './direct-output.ts'
import { isRunning, startOf } from './running.ts'
import { endWithoutTerminal, hearsHangUp } from './signals/hang-up.ts'

/** A stream that may be a terminal, and how wide and high it is then; it emits `resize` when that changes. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number; rows?: number }
export type InputStream = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/** Everything that testctl takes from the process it runs in. Only this file, `running.ts`, those in `signals/` and bin/ touch `process`. */
export type Io = {
  argv: readonly string[]
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  platform: NodeJS.Platform
  /** The folder of the package: where the demo's report lies. */
  root: string
  /** The runtime that testctl runs in, for what is a process of its own; the program itself where that is one file. */
  node: string
  /** The name of a local user: `createdBy` on an embedded service. */
  user: () => string
  now: () => Date
  /** Who runs it, as files know their owners; undefined where they do not. */
  uid: number | undefined
  /** This process, when it started (`startOf`), and whether another one is there that started then. */
  pid: number
  start?: string | undefined
  isRunning: (pid: number, start?: string) => boolean
  /** Aborted with an InterruptedError, TerminatedError or OutputClosedError as its reason when testctl should stop. */
  stop: AbortSignal
  /** Aborted when it should not wait for anything any more, after a second Ctrl-C. */
  hurry?: AbortSignal
  /** What Ctrl-C does, where a terminal in raw mode gives no signal. */
  interrupt?: () => void
}

/** The same process, whose answers go to stderr. */
export const answeringAside = (io: Io): Io => Object.create(io, { stdout: { get: () => io.stderr } }) as Io

/**
 * This process as an Io, which bin/ hands to main. A signal or a closed output aborts `stop`; a second Ctrl-C ends every wait, so that
 * the outcome can still be reported, and a third ends the process. DECISIONS 436
 * Streams are created on first use, because creating one takes longer than most of what a start does before.
 */
export const processIo = (root: string): Io => {
  const stop = new AbortController()
  const hurry = new AbortController()
  const interrupt = (): void => {
    if (hurry.signal.aborted) {
      // What stands at the end of the terminal stays there, and the prompt comes below.
      if (process.stderr.isTTY) process.stderr.write('\n')
      process.exit(exitCodes.interrupted)
    }
    if (stop.signal.aborted) hurry.abort()
    else stop.abort(new InterruptedError('interrupted'))
  }
  process.on('SIGINT', interrupt)
  // Windows has no SIGTERM: Ctrl-Break, and what stops a service there, comes as this. DECISIONS 120
  process.on('SIGBREAK', () => stop.abort(new TerminatedError('terminated')))
  process.on('SIGTERM', () => stop.abort(new TerminatedError('terminated')))
  if (hearsHangUp()) process.on('SIGHUP', () => stop.abort(new HungUpError('hung up')))
  // Who may send signals would have Node open a debugger, which reads a key, at the first, and end a server at the second. DECISIONS 393
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
 * second later: output that a reader does not take no longer keeps the process (bun does not say whether there is any).
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

// Node's own stream on Windows, where pipes are of another kind.
const outputOf = (descriptor: number, stream: () => OutputStream): (() => OutputStream) => {
  let output: OutputStream | undefined
  return () => (output ??= (process.platform === 'win32' ? undefined : directOutput(descriptor, stream)) ?? stream())
}

/**
 * What is read where stdin is a folder (`</etc`): a UsageError. Node's own stream is empty there, and a command that got nothing would have
 * done all of it. DECISIONS 324
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

// A container may run as a number that no account has, and nothing of what it wants is worth less for that. DECISIONS 296
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
