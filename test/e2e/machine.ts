import type { WriteStream } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { execa, type Options, type ResultPromise } from 'execa'
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
  /** How long it may take, in milliseconds. */
  timeout?: number
  /** Hears what comes on stdout as it comes. */
  hear?: (text: string) => void
  /** Where stdout goes, a stream of a descriptor, if it is not read here. */
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
  /** Types a line, and waits for what comes back. */
  type: (line: string, typed?: Typed) => Promise<Seen>
  /** What a line prints that is not what is tested: it is typed in this process, and has to succeed. */
  aside: (line: string, typed?: Pick<Typed, 'stdin' | 'env'>) => Promise<string>
  /** The same in this process, where what a line does is tested and not its process: what comes back is the same. */
  typeHere: (
    line: string,
    typed?: Pick<Typed, 'stdin' | 'env' | 'cwd'> & { stdout?: OutputStream; terminal?: number },
  ) => Promise<Seen>
  /** Runs the words as they are, for what no line can say. */
  run: (words: readonly string[], typed?: Typed) => Promise<Seen>
  /** Types a line and leaves it running. */
  start: (line: string, typed?: Typed) => Running
  /** Runs lines of bash, which stops at the first that fails. */
  shell: (lines: string, typed?: Typed) => Promise<Seen>
  /** Everything in the folder, as text by path. */
  files: () => Promise<Record<string, string>>
  remove: () => Promise<void>
}

export type Running = ResultPromise<typeof still & Options> & Promise<Seen>

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
    const running = execa(file, words, {
      ...still,
      cwd: typed.cwd ?? folder,
      ...(typed.timeout !== undefined && { timeout: typed.timeout }),
      ...(typed.into !== undefined && { stdout: typed.into }),
      ...(typed.errorsInto !== undefined && { stderr: typed.errorsInto }),
      env: { ...own, ...typed.env },
      ...(typed.stdin === undefined ? { stdin: typed.open ? 'pipe' : 'ignore' } : { input: typed.stdin }),
    }) as unknown as Running
    if (typed.hear) running.stdout?.on('data', (bytes: Buffer) => typed.hear?.(bytes.toString()))
    return running
  }
  const end = async (running: Running): Promise<Seen> => {
    const { stdout, stderr, exitCode, signal } = (await running) as Seen & { signal?: string }
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
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The folder with `testctl` for the PATH of every machine, which no test changes. */
const programs = once(async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-bin-'))
  await symlink(binary, join(folder, 'testctl'))
  return folder
})

// A limit for what hangs, below that of a test. Whoever is asked to end has a minute for it, on a busy machine too, before it is killed.
const still = {
  extendEnv: false,
  reject: false,
  stripFinalNewline: false,
  timeout: 240_000,
  forceKillAfterDelay: 60_000,
} as const

const definedIn = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
