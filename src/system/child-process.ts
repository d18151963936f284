import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { execa } from 'execa'
import { TerminatedError } from '../errors.ts'
import { mayOpen, outOfFiles } from './limits/process-limits.ts'
import type { Io } from './io.ts'

/** How a command ended, as a shell says it: its exit code, or 128 and the number of the signal that ended it. */
export type End = {
  exitCode: number
  /** The signal that ended it. */
  signal?: string
  /** Why it never began; the exit code is 127 or 126 then. */
  never?: string
}

/**
 * Runs a command, with the terminal, the pipes and the environment of testctl as its own, and without a shell. Waits until
 * it has ended, in any case: signals to testctl are passed on, and the command decides how to end.
 * Nothing may be read or printed meanwhile: Node would change the streams under the command.
 */
export const runChild = async (
  [file = '', ...words]: readonly string[],
  { cwd, env, platform, stop }: Pick<Io, 'cwd' | 'env' | 'platform' | 'stop'>,
): Promise<End> => {
  stop.throwIfAborted()
  // Every runtime has an error of its own for it.
  if (file === '') return endOf({ code: 'ENOENT' })
  // How long it takes to end is its own affair.
  const options = { cwd, env, extendEnv: false, stdio: 'inherit', reject: false, forceKillAfterDelay: false } as const
  refuseWithoutFiles(filesToBegin)
  const child = execa(file, words, options)
  // Ctrl-C on a terminal reaches the command by itself: once is enough.
  const isShared = [0, 1, 2].some((stream) => isatty(stream))
  const passOn = () => {
    if (stop.reason instanceof TerminatedError) child.kill('SIGTERM')
    else if (!isShared) child.kill('SIGINT')
  }
  stop.addEventListener('abort', passOn)
  try {
    const ended = await child
    const isUnknown = ended.code === 'EACCES' && platform !== 'win32' && !isInPath(file, { cwd, env })
    return endOf(isUnknown ? { code: 'ENOENT' } : ended)
  } finally {
    stop.removeEventListener('abort', passOn)
  }
}

/**
 * Whether a command is a path, or a file in a folder of the PATH. Where none has it, the system calls it forbidden if it may not look
 * into one of them, such as the superuser's after `su`; to a shell there is no such command.
 */
const isInPath = (file: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): boolean =>
  file.includes('/') || (env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(resolve(cwd, folder, file)))

/** A command that testctl talks to through pipes; `end` settles once it has ended and its output has been read. */
export type Piped = { stdin: Writable; stdout: Readable; stderr: Readable; end: Promise<End>; kill: () => void }

/** Begins a command with pipes for its three streams, and without a shell. */
export const pipeChild = ([file = '', ...words]: readonly string[], { cwd, env }: Pick<Io, 'cwd' | 'env'>): Piped => {
  const options = { cwd, env, extendEnv: false, reject: false, buffer: false } as const
  refuseWithoutFiles(filesOfPipes)
  const child = execa(file, words, options)
  const { stdin, stdout, stderr } = child
  // A command need not read all that it is sent.
  stdin.on('error', () => undefined)
  // Not `child.then`: to check the types of that call takes a tenth of the time that those of all source take.
  const end = async () => endOf(await child)
  const kill = () => {
    child.kill('SIGKILL')
    // What it may have begun itself still has the pipes.
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
  }
  return { stdin, stdout, stderr, end: end(), kill }
}

/**
 * Throws where too few files may be opened to begin a command. Node gives a process without streams then, on which execa trips, and an
 * error that nobody can hear. DECISIONS 509
 */
const refuseWithoutFiles = (needed: number): void => {
  if (!mayOpen(needed)) throw outOfFiles()
}

// A pair for each pipe, one that tells whether the command could be executed, and two that Node takes at the first of them.
const filesOfPipes = 10
const filesToBegin = 2

type Ended = { exitCode?: number | undefined; signal?: string | undefined; code?: string | undefined }

const endOf = ({ exitCode, signal, code }: Ended): End => {
  if (exitCode === stoppedOnWindows) return { exitCode: 130, signal: 'SIGINT' }
  if (exitCode !== undefined) return { exitCode: exitCode === unknownToWindows ? 127 : exitCode }
  if (signal !== undefined) return { exitCode: 128 + numberOf(signal), signal }
  return code === 'ENOENT'
    ? { exitCode: 127, never: 'there is no such command' }
    : { exitCode: 126, never: `it cannot be executed (${code})` }
}

// What Windows' command interpreter ends with when there is no such command; a shell says 127. DECISIONS 118
const unknownToWindows = 9009
// … and what a program there ends with that Ctrl-C has stopped (STATUS_CONTROL_C_EXIT): there are no signals.
const stoppedOnWindows = 0xc000013a

const numberOf = (signal: string): number =>
  (constants.signals as Readonly<Record<string, number | undefined>>)[signal] ?? 0
