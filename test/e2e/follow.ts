import { PassThrough } from 'node:stream'
import { TerminatedError } from '../../src/errors.ts'
import { openKeyboard } from '../commands/runs/execute/keyboard.ts'
import { type Seen, typeLine } from '../helpers/world.ts'
import type { Machine } from './machine.ts'

type Given = { machine: Machine; env: Record<string, string>; stdin: string; key: string }

/**
 * Follows a line that a help page shows. What needs no shell runs in this process: that each of these commands ends as it should in a
 * process and on a terminal of its own is shown elsewhere. Whatever has anything for a shell is typed into a real one.
 */
export const followLine = async (line: string, given: Given): Promise<Seen> => {
  const { machine, stdin } = given
  const env = { ...machine.env, ...given.env }
  const typed = { cwd: machine.folder, env, stdin }
  if (isPlain(line)) {
    if (/^testctl (serve|demo --serve)/.test(line)) return serve(line, typed)
    if (line.startsWith('testctl runs execute ')) return quit(line, typed)
    if (line === 'testctl auth login')
      return typeLine(line, { ...typed, keys: `${given.key}\r`, terminal: 80 }).then(inOne)
    return typeLine(line, typed)
  }
  const parts = line.split(/ \| (?=(?:[^']*'[^']*')*[^']*$)/)
  if (parts.length === 1 || parts.some((part) => part.includes('testctl') && !isPlain(part)))
    return machine.shell(line, typed)
  const all = { stdout: stdin, stderr: '', exitCode: 0 }
  for (const part of parts) {
    const input = { ...typed, stdin: all.stdout }
    const { stdout, stderr, exitCode } = await (isPlain(part) ? typeLine(part, input) : machine.shell(part, input))
    Object.assign(all, { stdout, stderr: all.stderr + stderr, exitCode: all.exitCode || exitCode })
  }
  return all
}

/** One testctl, with nothing outside of single quotes for a shell, and for no other program. */
const isPlain = (line: string): boolean =>
  /^testctl [^|&;<>$`*?~#(){}[\]!\\\n]+$/.test(line.replace(/'[^'\n]*'/g, "''"))

type Typed = { cwd: string; env: Record<string, string> }

/** What serves goes on until it is asked to end, as soon as it says where it is; other tests may have the port that is shown. */
const serve = async (line: string, typed: Typed): Promise<Seen> => {
  const [stdout, stop] = [new PassThrough(), new AbortController()]
  let said = ''
  stdout.on('data', (text: Buffer) => {
    said += String(text)
    // A signal comes in a turn of its own.
    if (said.includes('http:')) setImmediate(() => stop.abort(new TerminatedError('terminated')))
  })
  const anywhere = `${line.replace(/ --port \d+/, '')} --port 0`
  return { ...(await typeLine(anywhere, { ...typed, stdout, stop: stop.signal })), stdout: said }
}

/** Presses `q` until it counts: keys that come before a test is shown are for nothing. */
const quit = async (line: string, typed: Typed): Promise<Seen> => {
  const session = openKeyboard(line, typed)
  const pressing = setInterval(() => session.press('q'), 50)
  return inOne(await session.end().finally(() => clearInterval(pressing)))
}

/** What a terminal shows. */
const inOne = ({ stdout, stderr, exitCode }: Seen): Seen => ({ stdout: stdout + stderr, stderr: '', exitCode })
