import type { Io } from '../../system/io.ts'
import { chooseRenderer, type Renderer } from './renderer.ts'

/** What an entry may say is made of: the columns that there are (undefined: any), and what another entry says beside it. */
export type StatusRoom = { columns: number | undefined; beside: string | undefined }

/** Something that has to be said for a while; what it says may change, and may be nothing for now. */
export type StatusEntry = {
  say: (room: StatusRoom) => string | undefined
  /** Lets others speak first, and says this beside them, if anything. */
  beside?: () => string | undefined
}

/** For work that leaves timers no turn, `due` draws the line if it is time, and `draw` does now; `end` takes the entry back. */
export type Shown = { due: () => void; draw: () => void; end: () => void }

/** The one line at the end of stderr: who has something to say, what stands there, and who else has the terminal. */
type StatusLine = {
  entries: StatusEntry[]
  clock: { due: () => void; draw: () => void; stop: () => void } | undefined
  drawn: { text?: string; entry?: StatusEntry; columns?: number | undefined; erase: () => void } | undefined
  holders: Set<object>
  isMidLine: boolean
  /** When something else was written last, or until when it is said here. */
  written: number
  isMute: boolean
}

// A process has one `stop`, and one terminal: an Io that was made from another has the same.
const lines = new WeakMap<AbortSignal, StatusLine>()

const lineOf = ({ stop }: Io): StatusLine => {
  const line = lines.get(stop) ?? {
    entries: [],
    clock: undefined,
    drawn: undefined,
    holders: new Set(),
    isMidLine: false,
    written: -Infinity,
    isMute: false,
  }
  lines.set(stop, line)
  return line
}

/**
 * Shows what an entry says in the status line, drawn anew calmly for as long as it lasts. Nothing is drawn at once, and the
 * stream is not even made before; no process is kept by it. `mode` is that of `--progress`. DECISIONS 80
 */
export const showStatus = (io: Io, mode: string, entry: StatusEntry): Shown => {
  const line = lineOf(io)
  if (mode === 'none' || line.isMute) return { due: () => undefined, draw: () => undefined, end: () => undefined }
  if (entry.beside) line.entries.push(entry)
  else line.entries.unshift(entry)
  line.clock ??= startClock(io, mode, line)
  return {
    due: () => line.clock?.due(),
    draw: () => line.clock?.draw(),
    end: () => {
      line.entries = line.entries.filter((one) => one !== entry)
      if (line.entries.length === 0) stopClock(line)
      else if (line.drawn?.entry === entry) erase(line)
    },
  }
}

/**
 * Takes away what stands at the end of the terminal. Whoever writes to it calls this before, with the text: nothing is
 * drawn before a line of it is whole.
 */
export const hideStatusLine = (io: Io, text = '\n'): void => {
  const line = lineOf(io)
  erase(line)
  if (text === '') return
  line.isMidLine = !text.endsWith('\n')
  line.written = io.now().getTime()
}

/** When something was last written to the terminal, or until when the status line says it for an entry that speaks first. */
export const lastWritten = (io: Io): number => lineOf(io).written

/** Suspends the status line while a prompt, a board or a child process owns the terminal; returns what resumes it. */
export const holdStatusLine = (io: Io): (() => void) => {
  const { holders } = lineOf(io)
  hideStatusLine(io, '')
  const holder = {}
  holders.add(holder)
  return () => void holders.delete(holder)
}

/** Says how to take away what somebody else has drawn at the end of the terminal; undefined for what is to stay. */
export const keepAtEnd = (io: Io, eraseIt: (() => void) | undefined): void => {
  lineOf(io).drawn = eraseIt && { erase: eraseIt }
}

/** Ends the status line for good: the command is over. */
export const silence = (io: Io): void => {
  const line = lineOf(io)
  line.isMute = true
  stopClock(line)
}

/** Draws calmly, by a timer that keeps no process; the renderer is chosen when it is first needed. */
const startClock = (io: Io, mode: string, line: StatusLine): NonNullable<StatusLine['clock']> => {
  const now = () => io.now().getTime()
  const pace = mode === 'plain' ? 5000 : 200
  let renderer: Renderer | undefined
  let next = now() + pace
  const draw = () => {
    next = now() + pace
    renderer ??= chooseRenderer(io, mode)
    if (renderer) redraw(line, renderer, next)
    else silence(io)
  }
  // A timer may go off a little early.
  const due = () => (now() >= next - pace / 10 ? draw() : undefined)
  const timer = setInterval(due, pace).unref()
  return { due, draw, stop: () => clearInterval(timer) }
}

const stopClock = (line: StatusLine): void => {
  line.clock?.stop()
  line.clock = undefined
  erase(line)
}

const redraw = (line: StatusLine, renderer: Renderer, next: number): void => {
  if (line.holders.size > 0 || line.isMidLine) return
  const columns = renderer.columns()
  // A line that a narrower terminal broke into several is taken away as a whole.
  if (line.drawn && line.drawn.columns !== columns) erase(line)
  const [beside] = line.entries.flatMap((entry) => entry.beside?.() ?? [])
  for (const entry of line.entries) {
    const text = entry.say({ columns, beside })
    if (text === undefined) continue
    if (!entry.beside) line.written = next
    if (text === line.drawn?.text) return
    const eraseIt = renderer.draw(text)
    line.drawn = eraseIt && { text, entry, columns, erase: eraseIt }
    return
  }
  erase(line)
}

const erase = (line: StatusLine): void => {
  const { drawn } = line
  line.drawn = undefined
  drawn?.erase()
}
