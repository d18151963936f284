import type { Io } from '../../system/io.ts'
import { chooseSink, type Sink, type SinkChoice } from './sink.ts'

/**
 * The state in which an entry is asked for its text: the time `now`, the time `seen` when something else was last seen on the terminal
 * (both in milliseconds of `performance.now`), the columns available (undefined: any), and the reason that a wait gives for a delay.
 */
export type Moment = { now: number; seen: number; columns: number | undefined; reason: string | undefined }

/** An entry of the status line: `say` returns its text, if it has one. An entry with a `reason` is shown only if no other has a text. */
export type StatusEntry = {
  say: (moment: Moment) => string | undefined
  /** The reason for a delay, which other entries add to their own text. */
  reason?: (now: number) => string | undefined
}

/** A shown entry: `draw`, for work that blocks timers, draws the line if it is due, or at once with `atOnce`; `end` removes the entry. */
export type Shown = { draw: (atOnce?: boolean) => void; end: () => void }

// By `stop`: a process has one terminal and one `stop`, and an Io derived from another shares both.
const lines = new WeakMap<AbortSignal, ReturnType<typeof createStatusLine>>()

/** Returns the status line of a process: the one line at the end of stderr, which shows what a command is doing. DECISIONS 80 */
export const statusLineOf = (io: Io) => {
  const line = lines.get(io.stop) ?? createStatusLine(io)
  lines.set(io.stop, line)
  return line
}

// How often the line is drawn, in milliseconds.
const pace = 200

const createStatusLine = (io: Io) => {
  // One function per current owner of the terminal, which erases what the owner has drawn.
  const holders = new Set<() => void>()
  let choice: SinkChoice = {}
  let entries: StatusEntry[] = []
  let sink: Sink | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  // In milliseconds (DECISIONS 397): since when there are entries, when the line was last drawn, until when something else was seen.
  let [started, drawn, seen] = [0, 0, -Infinity]

  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const draw = (atOnce = false): void => {
    const at = performance.now()
    // A timer may go off a little early.
    if (!atOnce && (!timer || at < drawn + 0.9 * pace)) return
    drawn = at
    if (isOver || holders.size > 0) return
    // Chosen late, so that a short command creates no stream.
    sink ??= chooseSink(io, choice)
    if (!sink) return stop()
    const columns = sink.columns()
    const [reason] = entries.flatMap((entry) => entry.reason?.(at) ?? [])
    for (const { say, reason: isWait } of entries) {
      const text = say({ now: at, seen, columns, reason })
      if (text === undefined) continue
      if (!isWait) seen = at + pace
      return sink.draw(text, started)
    }
    sink.erase()
  }
  const erase = (): void => {
    sink?.erase()
    for (const eraseOwn of holders) eraseOwn()
  }
  // Holds the terminal while a line is written in pieces.
  const midLine = () => undefined
  return {
    /** Shows an entry until it ends. Draws nothing at once, and its timer does not keep the process alive. */
    show: (entry: StatusEntry): Shown => {
      entries[entry.reason ? 'push' : 'unshift'](entry)
      if (!timer && !isOver) {
        started = drawn = performance.now()
        timer = setInterval(draw, pace).unref()
      }
      const end = () => {
        entries = entries.filter((one) => one !== entry)
        sink?.erase()
        if (entries.length === 0) stop()
      }
      return { draw, end }
    },
    /** Erases the status line before a text goes to the terminal; it comes back once a text has ended with a newline. */
    hide: (text: string): void => {
      erase()
      holders[text.endsWith('\n') ? 'delete' : 'add'](midLine)
      seen = performance.now()
    },
    /**
     * Suspends the line while a prompt, a board or a child process owns the terminal; returns the function that resumes it.
     * `eraseOwn` removes what the owner has drawn, before something else is written.
     */
    hold: (eraseOwn = (): void => undefined): (() => void) => {
      erase()
      holders.add(eraseOwn)
      return () => void holders.delete(eraseOwn)
    },
    /** Erases the line for good when the command is over, and leaves no timer. */
    end: (): void => {
      erase()
      isOver = true
      stop()
    },
    /** Changes how the line is drawn from now on; omitted settings stay as they are. */
    choose: (other: SinkChoice): void => {
      sink?.erase()
      sink = undefined
      choice = { ...choice, ...other }
    },
  }
}
