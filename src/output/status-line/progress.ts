import type { Io } from '../../system/io.ts'
import { formatLeft, formatPassed } from '../text/duration.ts'
import { statusLineOf } from './index.ts'
import { createRate, type Rate } from './rate.ts'

/**
 * How far something long has come. `step` counts what is done, `expect` sets the total where it is known later, `show` draws
 * the line at once, before work that leaves timers no turn, and `done` removes it.
 */
export type Progress = {
  step: (count?: number) => void
  expect: (total: number) => void
  show: () => void
  done: () => void
}

/**
 * Shows in the status line how far something has come that takes longer than 300 ms. DECISIONS 80
 * `setting results [##        ] 2000 of 10000, 350/s, 23 s left`; without a bar where there is no room or no total, with the
 * time that has passed until something is counted, and with the reason of a delay in the place of the rate.
 */
export const createProgress = (io: Io, label: string, total?: number): Progress => {
  const now = () => io.now().getTime()
  const started = now()
  const rate = createRate(started)
  let isShown = false
  const say = (columns: number | undefined, beside: string | undefined): string | undefined => {
    const [passed, count] = [now() - started, rate.count()]
    const done = total === undefined ? `${count || ''}` : `${count} of ${total}`
    if (!isShown && passed < (done === '' && beside === undefined ? 1000 : 300)) return undefined
    if (beside !== undefined) return `${label}${done && `: ${done}`}; ${beside}`
    if (done === '') return passed < 1000 ? label : `${label}, ${formatPassed(passed)}`
    const bar = total && columns !== undefined && columns > 70 ? ` [${barOf(count / total)}]` : ':'
    return `${label}${bar} ${done}, ${describePace(rate, { total, passed, at: now() })}`
  }
  const { due, draw, end } = statusLineOf(io).show({ say })
  return {
    step: (by = 1) => {
      rate.add(by, now())
      due()
    },
    expect: (count) => {
      total = count
    },
    show: () => {
      isShown = true
      draw()
    },
    done: end,
  }
}

/** The rate and the time left, of milliseconds. */
const describePace = (
  rate: Rate,
  { total, passed, at }: { total: number | undefined; passed: number; at: number },
): string => {
  const perSecond = rate.perSecond(at)
  if (perSecond === undefined) return formatPassed(passed)
  const stalled = rate.stalledFor(at)
  if (stalled !== undefined) return `nothing for ${formatPassed(stalled)}`
  const [number, unit] = perSecond < 0.95 ? [perSecond * 60, 'min'] : [perSecond, 's']
  const pace = `${number < 9.95 ? number.toFixed(1) : Math.round(number)}/${unit}`
  const left = total === undefined ? -1 : total - rate.count()
  // From the first few of many, the time for the rest cannot be told.
  const isKnown = left >= 0 && perSecond > 0 && (passed >= 2000 || rate.count() > left / 10)
  return isKnown ? `${pace}, ${formatLeft((left / perSecond) * 1000)} left` : pace
}

const barOf = (share: number): string => '#'.repeat(Math.floor(Math.max(0, Math.min(1, share)) * 20)).padEnd(20)
