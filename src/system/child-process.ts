import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { execa } from 'execa'
import { TerminatedError } from '../errors.ts'
import { mayOpen, outOfFiles } from './limits/process-limits.ts'
import type { Io } from './io.ts'

/** How a command ended, in the terms of a shell: its exit code, or 128 plus the number of the signal that ended it. */
export type End = {
  exitCode: number
  /** The signal that ended it. */
  signal?: string
  /** Why it never began; the exit code is 127 or 126 then. */
  never?: string
}

/**
 * Runs a command without a shell, with testctl's own terminal, pipes and environment. Always waits until it has ended: signals to testctl
 * are passed on, and the command decides how to end.
 * The caller must not read or print meanwhile: Node would change the streams that the command uses.
 */
export const runChild = async (
  [file = '', ...words]: readonly string[],
  { cwd, env, platform, stop }: Pick<Io, 'cwd' | 'env' | 'platform' | 'stop'>,
): Promise<End> => {
  stop.throwIfAborted()
  // Each runtime has its own error for an empty name.
  if (file === '') return endOf({ code: 'ENOENT' })
  // The command may take as long as it likes to end, so there is no kill after a delay.
  const options = { cwd, env, extendEnv: false, stdio: 'inherit', reject: false, forceKillAfterDelay: false } as const
  refuseWithoutFiles(filesToBegin)
  const child = execa(file, words, options)
  // A terminal sends Ctrl-C to the command as well: once is enough.
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
 * Whether a command is a path, or a file in a folder of the PATH. If none has it, the system reports EACCES if it may not look into one of
 * them, such as the superuser's after `su`; to a shell there is no such command.
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
  // Not `child.then`: type-checking that call takes a tenth of the time that all of the source takes.
  const end = async () => endOf(await child)
  const kill = () => {
    child.kill('SIGKILL')
    // Processes that it started may still have the pipes open.
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
  }
  return { stdin, stdout, stderr, end: end(), kill }
}

/**
 * Throws if the process may not open enough files to begin a command. Node then returns a child without streams, on which execa fails, and
 * an error that cannot be caught. DECISIONS 509
 */
const refuseWithoutFiles = (needed: number): void => {
  if (!mayOpen(needed)) throw outOfFiles()
}

// File descriptors: a pair for each pipe, a pair that reports whether the command could be executed, and two that Node opens with the first
// pipe.
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

// The exit code of Windows' command interpreter if there is no such command; a shell's is 127. DECISIONS 118
const unknownToWindows = 9009
// The exit code of a program on Windows that Ctrl-C has stopped (STATUS_CONTROL_C_EXIT): there are no signals.
const stoppedOnWindows = 0xc000013a

const numberOf = (signal: string): number =>
  (constants.signals as Readonly<Record<string, number | undefined>>)[signal] ?? 0
