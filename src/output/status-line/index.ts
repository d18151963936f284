import type { Io } from '../../system/io.ts'
import { chooseSink, type Sink, type SinkChoice } from './sink.ts'

/** A part of the status line: what it says in so many columns (undefined: any), undefined where it says nothing now. */
export type StatusEntry = {
  say: (columns: number | undefined, beside: string | undefined) => string | undefined
  /** Makes it speak only where no other entry does, and says what the others add to their own text. */
  beside?: () => string | undefined
}

/** An entry while it lasts: `due` draws where timers get no turn, `draw` draws before its time, `end` removes it. */
export type Shown = { due: () => void; draw: () => void; end: () => void }

// A process has one `stop`, and one terminal: an Io that was made from another has the same.
const lines = new WeakMap<AbortSignal, ReturnType<typeof createStatusLine>>()

/** The status line of a process: the one line at the end of stderr, which shows what a command is doing. DECISIONS 80 */
export const statusLineOf = (io: Io) => {
  const line = lines.get(io.stop) ?? createStatusLine(io)
  lines.set(io.stop, line)
  return line
}

// How often the line is looked at, in milliseconds.
const pace = 200

const createStatusLine = (io: Io) => {
  const now = () => io.now().getTime()
  const holders = new Set<() => void>()
  let choice: SinkChoice = {}
  let entries: StatusEntry[] = []
  let sink: Sink | undefined
  let timer: NodeJS.Timeout | undefined
  let [started, next, written] = [0, 0, -Infinity]
  let [isMidLine, isSilent] = [false, false]

  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  // A timer may go off a little early.
  const due = (): void => (timer && now() >= next - pace / 10 ? draw() : undefined)
  const draw = (): void => {
    next = now() + pace
    if (holders.size > 0 || isMidLine || isSilent) return
    // Chosen late: what ends soon makes no stream.
    sink ??= chooseSink(io, choice)
    if (!sink) return silence()
    const [beside] = entries.flatMap((entry) => entry.beside?.() ?? [])
    for (const entry of entries) {
      const text = entry.say(sink.columns(), beside)
      if (text === undefined) continue
      if (!entry.beside) written = next
      return sink.draw(text, started)
    }
    sink.erase()
  }
  const erase = (): void => {
    sink?.erase()
    for (const eraseOwn of holders) eraseOwn()
  }
  const silence = (): void => {
    isSilent = true
    stop()
    erase()
  }
  return {
    /** Shows an entry until it ends. Draws nothing at once, and keeps no process alive. */
    show: (entry: StatusEntry): Shown => {
      entries[entry.beside ? 'push' : 'unshift'](entry)
      if (!timer && !isSilent) {
        started = now()
        next = started + pace
        timer = setInterval(due, pace).unref()
      }
      const end = () => {
        entries = entries.filter((one) => one !== entry)
        sink?.erase()
        if (entries.length === 0) stop()
      }
      return { due, draw, end }
    },
    /** Erases the line before this text goes to the terminal; it comes back after the end of a line. */
    hide: (text = '\n'): void => {
      erase()
      if (text === '') return
      isMidLine = !text.endsWith('\n')
      written = now()
    },
    /**
     * Suspends the line while a prompt, a board or a child process owns the terminal; returns the function that resumes it.
     * `eraseOwn` removes what the owner has drawn, before something else is written.
     */
    hold: (eraseOwn?: () => void): (() => void) => {
      erase()
      const holder = () => eraseOwn?.()
      holders.add(holder)
      return () => void holders.delete(holder)
    },
    /** Says how the line is drawn from now on; what is left out stays as it is. */
    choose: (other: SinkChoice): void => {
      sink?.erase()
      sink = undefined
      choice = { ...choice, ...other }
    },
    /** When something else was last written, or until when the progress that was drawn speaks, in milliseconds. */
    lastWritten: (): number => written,
    /** Ends the line for good: the command is over. */
    silence,
  }
}
