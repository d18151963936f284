import { PassThrough } from 'node:stream'
import { expect } from 'vitest'
import { main } from '../../../../src/main.ts'
import { statusLineOf } from '../../../../src/output/status-line/index.ts'
import type { Io } from '../../../../src/system/io.ts'
import { root, splitWords } from '../../../helpers/world.ts'

type Typed = {
  env: Record<string, string>
  cwd: string
  pid?: number
  isRunning?: (pid: number) => boolean
  onShown?: (text: string) => void
  /** Shows a status line with what the command waits for, once that takes long. */
  hasStatusLine?: boolean
}

/** Starts a command line at a fake terminal. The caller presses keys and waits for text on stderr. */
export const openKeyboard = (
  line: string,
  { env, cwd, pid = process.pid, isRunning = () => false, onShown, hasStatusLine = false }: Typed,
) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => void (isRaw = raw) })
  let isRaw = false
  const [out, err] = [terminalOf(false), terminalOf(true)]
  if (onShown) err.stream.on('data', (chunk: Buffer) => onShown(chunk.toString()))
  const stop = new AbortController()
  const io: Io = {
    argv: splitWords(line).slice(1),
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    env,
    cwd,
    platform: process.platform,
    root,
    node: process.execPath,
    user: () => env['USER'] ?? 'somebody',
    now: () => new Date(),
    pid,
    uid: process.getuid?.(),
    isRunning,
    stop: stop.signal,
  }
  if (!hasStatusLine) statusLineOf(io).hold()
  const ended = main(io)
  return {
    press: (keys: string) => void stdin.write(keys),
    see: (expected: RegExp) => expect.poll(err.text).toMatch(expected),
    text: err.text,
    isRaw: () => isRaw,
    stop,
    /** Waits until the command ends. Returns its exit code and output. */
    end: async () => ({ exitCode: await ended, stdout: out.text(), stderr: err.text() }),
  }
}

const terminalOf = (isTTY: boolean) => {
  const chunks: Buffer[] = []
  const stream = Object.assign(new PassThrough(), isTTY ? { isTTY, columns: 100, rows: 24 } : {})
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
