import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import type { InputStream, Io, OutputStream } from '../../src/system/io.ts'
import { main } from '../../src/main.ts'
import { statusLineOf } from '../../src/output/status-line/index.ts'

export const root = resolve(import.meta.dirname, '../..')

/** The machine's PATH, for tests that need its programs. An installed jq starts much faster than the bundled one. */
export const machinePath = { PATH: process.env['PATH'] ?? '' }

type Typed = {
  stdin?: string | Buffer
  /** The keys that are typed when testctl asks something. stdin is then a terminal. */
  keys?: string
  env?: Record<string, string>
  /** The width of the terminal on stdout and stderr. If undefined, both are pipes. */
  terminal?: number
  /** Receives stdout instead of the result. */
  stdout?: OutputStream
  stop?: AbortSignal
  cwd?: string
}

/** The output and the exit code of one command line. */
export type Seen = { stdout: string; stderr: string; exitCode: number }

/** A user's machine: an empty folder, which is also the home, and a service in a file. `type` runs a command line in this process. */
export type World = {
  folder: string
  env: Record<string, string>
  type: (line: string, typed?: Typed) => Promise<Seen>
  remove: () => Promise<void>
}

export const createWorld = async (env: Record<string, string> = {}): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-'))
  const own = { HOME: folder, USER: 'ana', LANG: 'C.UTF-8', TESTCTL_URL: `file:${folder}/team.db`, ...env }
  return {
    folder,
    env: own,
    type: (line, typed) => typeLine(line, { cwd: folder, ...typed, env: { ...own, ...typed?.env } }),
    // Synchronous, because removing one file after the other in threads takes four times as long.
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

// Each line gets its own process ID, as it does in a shell.
const running = new Set([process.pid])
let lastPid = 1_000_000

/** Runs a command line in this process, and returns what the user sees. */
export const typeLine = async (
  line: string,
  { stdin = '', keys, env = {}, terminal, stdout: given, stop, cwd = root }: Typed,
): Promise<Seen> => {
  const [stdout, stderr] = [collect(terminal), collect(terminal)]
  const io: Io = {
    argv: splitWords(line).slice(1),
    stdin: keys === undefined ? pipe(stdin) : keyboard(keys),
    stdout: given ?? stdout.stream,
    stderr: stderr.stream,
    env,
    cwd,
    platform: process.platform,
    root,
    node: process.execPath,
    user: () => env['USER'] ?? 'somebody',
    now: () => new Date(),
    pid: ++lastPid,
    uid: process.getuid?.(),
    isRunning: (pid) => running.has(pid),
    stop: stop ?? new AbortController().signal,
  }
  // Hides the status line, which would appear only on a busy machine. Real terminals show it, and so does openKeyboard on request.
  statusLineOf(io).hold()
  running.add(io.pid)
  const exitCode = await main(io).finally(() => running.delete(io.pid))
  return { stdout: stdout.text(), stderr: stderr.text(), exitCode }
}

/**
 * Runs a line that only prepares data for real processes, or looks at what they have done, and returns its stdout. It runs in this
 * process, which takes a tenth of the time of a new one. Throws if it fails.
 */
export const aside = async (line: string, typed: Typed & { cwd: string }): Promise<string> => {
  const { stdout, stderr, exitCode } = await typeLine(line, typed)
  if (exitCode !== 0) throw new Error(`${line} ends with ${exitCode}:\n${stderr}`)
  return stdout
}

const pipe = (given: string | Buffer): InputStream => {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  return Object.assign(Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false }), { isTTY: false })
}

const keyboard = (keys: string): InputStream => {
  const stream = new PassThrough()
  stream.write(keys)
  return Object.assign(stream, { isTTY: true, setRawMode: () => undefined })
}

const collect = (columns: number | undefined): { stream: OutputStream; text: () => string } => {
  const chunks: Buffer[] = []
  const stream: OutputStream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk)
      done()
    },
  })
  if (columns !== undefined) Object.assign(stream, { isTTY: true, columns })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}

/** Splits a line into words as a shell would: single and double quotes, backslashes. */
export const splitWords = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
      String(single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped),
    ),
  )
