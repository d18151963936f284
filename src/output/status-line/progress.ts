import type { Io } from '../../system/io.ts'
import { formatPassed } from '../text/duration.ts'
import { type Moment, statusLineOf } from './index.ts'
import { createRate } from './rate.ts'

/**
 * The progress of a long task. `step` counts what is done, and may set the total if it becomes known only then; `show` draws the
 * line at once, before work that blocks timers; `done` removes it.
 */
export type Progress = {
  step: (count?: number, total?: number) => void
  show: () => void
  done: () => void
}

/**
 * Shows the progress of a task in the status line, after 300 ms or, with nothing to count yet, after a second. DECISIONS 80
 * `setting results [##        ] 2000 of 10000, 350/s, 23 s left`: without the bar if there is no room or no total, with the elapsed
 * time until something is counted, and with the reason of a delay instead of the rate.
 */
export const createProgress = (io: Io, label: string, total?: number): Progress => {
  const started = performance.now()
  const rate = createRate(started)
  let isShown = false
  const say = (moment: Moment): string | undefined => {
    const [passed, count] = [moment.now - started, rate.count()]
    const done = total === undefined ? `${count || ''}` : `${count} of ${total}`
    const { columns = 0, reason } = moment
    if (!isShown && passed < (done === '' && reason === undefined ? 1000 : 300)) return undefined
    if (reason !== undefined) return `${label}${done && `: ${done}`}; ${reason}`
    if (done === '') return passed < 1000 ? label : `${label}, ${formatPassed(passed)}`
    const bar = total && columns > 70 ? ` [${barOf(count / total)}]` : ':'
    return `${label}${bar} ${done}, ${rate.describe(moment.now, total)}`
  }
  const { draw, end } = statusLineOf(io).show({ say })
  return {
    step: (by = 1, of = total) => {
      total = of
      rate.add(by, performance.now())
      draw()
    },
    show: () => {
      isShown = true
      draw(true)
    },
    done: end,
  }
}

const barOf = (share: number): string => '#'.repeat(Math.floor(Math.max(0, Math.min(1, share)) * 20)).padEnd(20)
