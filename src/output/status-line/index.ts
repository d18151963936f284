import type { Io } from '../../system/io.ts'
import { once } from '../../system/async/once.ts'
import { chooseSink, type Sink } from './sink.ts'

/** A part of the status line: what it says in so many columns (undefined: any), undefined where it says nothing now. */
export type StatusEntry = {
  say: (columns: number | undefined, beside: string | undefined) => string | undefined
  /** Makes it speak only where no other entry does, and says what the others add to their own text. */
  beside?: () => string | undefined
}

/** An entry while it lasts: `due` draws where timers get no turn, `draw` draws before its time, `end` removes it. */
export type Shown = { due: () => void; draw: () => Promise<void>; end: () => void }

// A process has one `stop`, and one terminal: an Io that was made from another has the same.
const lines = new WeakMap<AbortSignal, ReturnType<typeof createStatusLine>>()

/** The status line of a process: the one line at the end of stderr, which shows what a command is doing. DECISIONS 80 */
export const statusLineOf = (io: Io) => {
  const line = lines.get(io.stop) ?? createStatusLine(io)
  lines.set(io.stop, line)
  return line
}

const createStatusLine = (io: Io) => {
  const now = () => io.now().getTime()
  const holders = new Set<{ erase: (() => void) | undefined }>()
  const clock = { mode: '', pace: 0, started: 0, next: 0, timer: undefined as NodeJS.Timeout | undefined }
  let entries: StatusEntry[] = []
  let sink: Sink | undefined
  let ask: (() => Promise<void>) | undefined
  // Undefined while that is not known yet.
  let isAppended: boolean | undefined = false
  let [isMidLine, isSilent, written] = [false, false, -Infinity]

  const start = (mode: string): void => {
    const pace = mode === 'plain' ? 5000 : 200
    Object.assign(clock, { mode, pace, started: now(), next: now() + pace, timer: setInterval(due, pace).unref() })
  }
  const stop = (): void => {
    clearInterval(clock.timer)
    clock.timer = undefined
  }
  // A timer may go off a little early.
  const due = (): void => (clock.timer && now() >= clock.next - clock.pace / 10 ? draw() : undefined)
  const draw = (): void => {
    clock.next = now() + clock.pace
    const { mode, timer, started } = clock
    if (!timer || holders.size > 0 || isMidLine || (isAppended === undefined && mode !== 'plain')) return
    sink ??= chooseSink(io, { mode, isAppended })
    if (!sink) return silence()
    const [beside] = entries.flatMap((entry) => entry.beside?.() ?? [])
    for (const entry of entries) {
      const text = entry.say(sink.columns(), beside)
      if (text === undefined) continue
      if (!entry.beside) written = clock.next
      return sink.draw(text, started)
    }
    sink.erase()
  }
  const erase = (): void => {
    sink?.erase()
    for (const holder of holders) holder.erase?.()
  }
  const silence = (): void => {
    isSilent = true
    stop()
    erase()
  }
  return {
    /** Shows an entry until it ends; `mode` is that of `--progress`. Draws nothing at once, and keeps no process alive. */
    show: (mode: string, entry: StatusEntry): Shown => {
      if (mode !== 'none' && !isSilent) {
        entries[entry.beside ? 'push' : 'unshift'](entry)
        if (!clock.timer) start(mode)
        void ask?.()
      }
      const end = (): void => {
        entries = entries.filter((one) => one !== entry)
        sink?.erase()
        if (entries.length === 0) stop()
      }
      return { due, draw: () => Promise.resolve(ask?.()).then(draw), end }
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
      const holder = { erase: eraseOwn }
      holders.add(holder)
      return () => void holders.delete(holder)
    },
    /** Appends lines instead of redrawing one, if that is wanted. It is asked when there is first something to show. */
    appendIf: (isWanted: () => Promise<boolean>): void => {
      sink?.erase()
      ;[sink, isAppended] = [undefined, undefined]
      ask = once(async () => {
        // A configuration that cannot be read is an error of the command, not of its progress.
        isAppended = await isWanted().catch(() => false)
      })
    },
    /** When something else was last written, or until when the progress that was drawn speaks, in milliseconds. */
    lastWritten: (): number => written,
    /** Ends the line for good: the command is over. */
    silence,
  }
}
