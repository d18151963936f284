import type { Io } from '../io.ts'
import { hideStatusLine, showStatusLine } from './status-line.ts'

/** How far something long has come. `step` counts what is done, `done` ends it and leaves no trace of the line. */
export type Progress = { step: (count?: number) => void; done: () => void }

/**
 * Shows how far something has come, on stderr: one line, redrawn, on a terminal and only when it takes longer than
 * 300 ms; with `plain` a line of its own every five seconds, terminal or not.
 */
export const createProgress = ({
  io,
  mode = 'auto',
  label,
  total,
}: {
  io: Io
  /** `plain`, `none`, or else a line on a terminal. */
  mode?: string | undefined
  label: string
  total?: number | undefined
}): Progress => {
  const show = showing(io, mode)
  if (!show) return { step: () => undefined, done: () => undefined }
  const started = io.now().getTime()
  let next = started + show.after
  let count = 0
  return {
    step: (by = 1) => {
      count += by
      const now = io.now().getTime()
      if (now < next) return
      next = now + show.every
      show.write(describe({ label, count, total, seconds: (now - started) / 1000, bar: show.bar }))
    },
    done: () => hideStatusLine(io),
  }
}

const showing = (io: Io, mode: string) => {
  if (mode === 'plain')
    return { after: 5000, every: 5000, bar: false, write: (text: string) => void io.stderr.write(`${text}\n`) }
  const redraws = mode !== 'none' && io.stderr.isTTY === true && io.env['TERM'] !== 'dumb'
  return redraws
    ? {
        after: 300,
        every: 100,
        bar: (io.stderr.columns ?? 80) >= 72,
        write: (text: string) => showStatusLine(io, text),
      }
    : undefined
}

type Sight = { label: string; count: number; total: number | undefined; seconds: number; bar: boolean }

/** `setting results [##        ] 2000 of 10000, 350/s, 23 s left`; without a bar where there is no room, or no end. */
const describe = ({ label, count, total, seconds, bar }: Sight): string => {
  const rate = count / seconds
  const done = total === undefined ? `${count}` : `${count} of ${total}`
  const left = total === undefined || rate === 0 || count > total ? '' : `, ${formatLeft((total - count) / rate)} left`
  const head = bar && total ? `${label} [${barOf(count / total)}]` : `${label}:`
  return `${head} ${done}, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s${left}`
}

const barOf = (share: number): string => '#'.repeat(Math.floor(Math.min(1, share) * barWidth)).padEnd(barWidth)

const barWidth = 20

const formatLeft = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  return whole < 100 ? `${whole} s` : `${Math.ceil(whole / 60)} min`
}
