import type { Io } from '../../system/io.ts'
import type { Line } from '../cells/line.ts'
import { eraseFrame, type Frame, frameOf, type LineFit, redraw, type Size } from './frame.ts'
import { statusLineOf } from '../status-line/index.ts'
import { onContinued } from '../../system/signals/job-control.ts'
import { createWriter } from '../writer.ts'
import { terminalWidth } from '../style/terminal-width.ts'

/** Makes the lines of a board for a terminal of some size. */
export type Render = (size: Size) => readonly Line[]

/**
 * A board: lines at the end of a terminal that change in place. `show` replaces them, and adds lines that stay above them; it
 * throws if an earlier write failed. `clear` erases the board until the next `show`, or leaves it and starts a new one below it.
 * `done` ends the redrawing and leaves the last lines.
 */
export type Live = {
  show: (render: Render, above?: readonly Line[]) => void
  clear: (how?: 'erase' | 'leave') => Promise<void>
  done: () => Promise<void>
}

/**
 * Draws a board on stdout and redraws it when its lines change. It compares them when new ones are shown, when the terminal is resized,
 * and every second, because they may name times. A frame is one write, at most one every `pace` milliseconds. It changes no mode of
 * the terminal that would have to be restored.
 */
export const createLive = ({ io, pace = 200, ...means }: LineFit & { io: Io; pace?: number }): Live => {
  const { write, flush } = createWriter({ stream: () => io.stdout, stop: io.stop })
  let render: Render | undefined
  let drawn: Frame | undefined
  let waiting: NodeJS.Timeout | undefined
  let writing = false
  let failure: unknown
  let last = -Infinity
  let release: (() => void) | undefined
  let staying: Line[] = []

  const draw = async (): Promise<void> => {
    if (!render || failure !== undefined) return
    const size = sizeOf(io)
    const frame = frameOf(render(size), { ...means, size })
    const text = staying.length > 0 ? putAbove(size) + redraw(undefined, frame) : redraw(drawn, frame)
    drawn = frame
    if (text === '') return
    last = performance.now()
    release ??= statusLineOf(io).hold(() => {
      if (drawn) io.stdout.write(eraseFrame(drawn, sizeOf(io).columns))
      drawn = undefined
    })
    writing = true
    try {
      await write(text)
      await flush()
    } finally {
      writing = false
    }
  }
  /** Returns the text that erases the board and writes the lines that stay; the board is drawn again below them. */
  const putAbove = ({ columns }: Size): string => {
    const { lines } = frameOf(staying, { ...means, size: { columns, rows: Infinity } })
    staying = []
    return (drawn ? eraseFrame(drawn, columns) : '') + lines.map(({ text }) => `${text}\n`).join('')
  }
  const fail = (error: unknown): void => {
    failure = error
  }
  const schedule = (): void => {
    waiting ??= setTimeout(
      () => {
        waiting = undefined
        // A slow terminal gets the next frame once it has taken this one.
        if (writing) schedule()
        else draw().catch(fail)
      },
      Math.max(0, last + pace - performance.now()),
    )
  }
  const clock = setInterval(schedule, 1000)
  io.stdout.on('resize', schedule)
  // After a stop (SIGCONT), the shell has written below the board. That stays, and the board is drawn again below it.
  const hearNoMore = onContinued(() => {
    drawn = undefined
    schedule()
  })
  return {
    show: (next, above = []) => {
      if (failure !== undefined) throw failure
      render = next
      for (const line of above) staying.push(line)
      schedule()
    },
    clear: async (how = 'erase') => {
      render = undefined
      const frame = drawn
      drawn = undefined
      if (frame && how === 'erase') await write(eraseFrame(frame, sizeOf(io).columns))
      release?.()
      release = undefined
      await flush()
    },
    done: async () => {
      clearInterval(clock)
      clearTimeout(waiting)
      io.stdout.off('resize', schedule)
      hearNoMore()
      // After Ctrl-C the terminal has written ^C where the next line begins.
      if (io.stop.aborted) await write('\r\u001b[K')
      else await draw()
      release?.()
      await flush()
      if (failure !== undefined) throw failure
    },
  }
}

/** Returns the size of the terminal of stdout; if it does not tell, that of `COLUMNS` and `LINES`, else 80 by 24. */
export const sizeOf = ({ stdout, env }: Io): Size => ({
  columns: terminalWidth(stdout, env),
  rows: stdout.rows || Number(env['LINES']) || 24,
})
