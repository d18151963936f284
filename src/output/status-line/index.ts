import type { Io } from '../../system/io.ts'
import { chooseRenderer, type Renderer } from './renderer.ts'

/** Something to say for a while: in so many columns (undefined: any), and next to what a `beside` entry says. May be nothing for now. */
export type StatusEntry = {
  say: (columns: number | undefined, beside: string | undefined) => string | undefined
  /** Lets others speak first, and says this beside them, if anything. */
  beside?: () => string | undefined
}

/**
 * For work that leaves timers no turn, `due` draws the line if it is time, and `draw` does as soon as it is known how; `end`
 * removes the entry.
 */
export type Shown = { due: () => void; draw: () => Promise<void>; end: () => void }

/** The one line at the end of stderr. `written` is when something else was written last, or until when an entry speaks first. */
type StatusLine = {
  entries: StatusEntry[]
  clock?: { due: () => void; draw: () => void; stop: () => void } | undefined
  drawn?: { erase: () => void; entry?: StatusEntry; text?: string; columns?: number | undefined } | undefined
  holders: Set<object>
  isMidLine: boolean
  isMute: boolean
  written: number
  appends: {
    isWanted: boolean | undefined
    ask?: () => Promise<boolean>
    asked?: Promise<void>
    pause: number
    last: number
  }
}

// A process has one `stop`, and one terminal: an Io that was made from another has the same.
const lines = new WeakMap<AbortSignal, StatusLine>()

const lineOf = ({ stop }: Io): StatusLine => {
  const appends = { isWanted: false, pause: firstAppended, last: -Infinity }
  const empty = {
    entries: [],
    holders: new Set<object>(),
    isMidLine: false,
    isMute: false,
    written: -Infinity,
    appends,
  }
  const line: StatusLine = lines.get(stop) ?? empty
  lines.set(stop, line)
  return line
}

/**
 * Shows what an entry says in the status line, drawn anew calmly for as long as it lasts. Nothing is drawn at once, and the
 * stream is not even made before; no process is kept by it. `mode` is that of `--progress`. DECISIONS 80
 */
export const showStatus = (io: Io, mode: string, entry: StatusEntry): Shown => {
  const line = lineOf(io)
  if (mode !== 'none' && !line.isMute) {
    line.entries[entry.beside ? 'push' : 'unshift'](entry)
    line.appends.asked ??= chooseAppends(line)
    line.clock ??= startClock(io, mode, line)
  }
  return {
    due: () => line.clock?.due(),
    draw: async () => {
      await line.appends.asked
      line.clock?.draw()
    },
    end: () => {
      line.entries = line.entries.filter((one) => one !== entry)
      if (line.drawn?.entry === entry) erase(line)
      if (line.entries.length === 0) stopClock(line)
    },
  }
}

/**
 * Redraws nothing where `ask` answers yes, as for a screen reader: what takes long is said in a line of its own after ten seconds, and
 * then less and less often. It is asked when there is first something to say. DECISIONS 228
 */
export const preferAppended = (io: Io, ask: () => Promise<boolean>): void => {
  Object.assign(lineOf(io).appends, { isWanted: undefined, ask, asked: undefined })
}

const chooseAppends = async ({ appends }: StatusLine): Promise<void> => {
  const { ask } = appends
  // A configuration that cannot be read is an error of whoever needs it.
  if (ask) appends.isWanted = await ask().catch(() => false)
}

/** Erases what stands at the end of the terminal: for whoever writes this text to it. Nothing is drawn before a line of it is whole. */
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

/** Says how to erase what somebody else has drawn at the end of the terminal; undefined for what is to stay. */
export const keepAtEnd = (io: Io, eraseIt: (() => void) | undefined): void => {
  lineOf(io).drawn = eraseIt && { erase: eraseIt }
}

/** Ends the status line for good: the command is over. */
export const silence = (io: Io): void => {
  const line = lineOf(io)
  line.isMute = true
  stopClock(line)
  erase(line)
}

/** Draws calmly, by a timer that keeps no process; the renderer is chosen when it is first needed. */
const startClock = (io: Io, mode: string, line: StatusLine): NonNullable<StatusLine['clock']> => {
  const now = () => io.now().getTime()
  const pace = mode === 'plain' ? 5000 : 200
  const { appends } = line
  const started = now()
  let renderer: Renderer | undefined
  let next = started + pace
  const draw = () => {
    next = now() + pace
    const isAppended = mode !== 'plain' && appends.isWanted
    if (isAppended === undefined || (isAppended && now() < Math.max(started, appends.last) + appends.pause)) return
    renderer ??= chooseRenderer(io, isAppended ? 'appended' : mode)
    if (!renderer) silence(io)
    else if (redraw(line, renderer, next) && isAppended)
      Object.assign(appends, { last: now(), pause: Math.min(2 * appends.pause, mostApart) })
  }
  // A timer may go off a little early.
  const due = () => (now() >= next - pace / 10 ? draw() : undefined)
  const timer = setInterval(due, pace).unref()
  return { due, draw, stop: () => clearInterval(timer) }
}

// Milliseconds before the first line that is appended, and at most from one to the next.
const firstAppended = 10_000
const mostApart = 60_000

const stopClock = (line: StatusLine): void => {
  line.clock?.stop()
  line.clock = undefined
}

/** Draws what there is to say; true where something was drawn. */
const redraw = (line: StatusLine, renderer: Renderer, next: number): boolean => {
  if (line.holders.size > 0 || line.isMidLine) return false
  const columns = renderer.columns()
  // A line that a narrower terminal broke into several is erased as a whole.
  if (line.drawn && line.drawn.columns !== columns) erase(line)
  const [beside] = line.entries.flatMap((entry) => entry.beside?.() ?? [])
  for (const entry of line.entries) {
    const text = entry.say(columns, beside)
    if (text === undefined) continue
    if (!entry.beside) line.written = next
    if (text === line.drawn?.text) return false
    const eraseIt = renderer.draw(text)
    line.drawn = eraseIt && { text, entry, columns, erase: eraseIt }
    return true
  }
  erase(line)
  return false
}

const erase = (line: StatusLine): void => {
  const { drawn } = line
  line.drawn = undefined
  drawn?.erase()
}
