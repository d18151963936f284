import type { Drop } from '../report-format.ts'
import type { Levels } from './levels.ts'
import type { TestPoint } from './line.ts'
import type { TapTest } from './test.ts'

/**
 * Tracks what `prove -v` writes around the TAP of each file: `t/cart.t .. ` above it and, below it, `ok` if the file passed, otherwise
 * `Dubious, test returned 3`. Neither is a test. A file that failed although each of its tests passed is dropped. DECISIONS 572
 */
export const createProve = (levels: Levels, drop: Drop) => {
  let file: string | undefined
  let isPlanned = false
  let hasFailure = false
  const isComplete = (): boolean => {
    const { plan, seen } = levels.innermost()
    return levels.depth() === 0 && isPlanned && (plan ? plan.tests === seen : seen === 0)
  }
  return {
    /** Takes a plan of the file itself. */
    planned: (): void => void (isPlanned = true),
    /** Takes a test that failed. */
    failed: (): void => void (hasFailure = true),
    /** Whether a test line is the verdict on the file. Within the plan it is a test. */
    isVerdict: ({ ok, number, dashed, directive, name }: TestPoint): boolean => {
      const isOfFile = file !== undefined && ok && !dashed && !directive && isComplete()
      if (!isOfFile || !times.test(`${number ?? ''} ${name}`.trim())) return false
      file = undefined
      return true
    },
    /** Takes a line that has no meaning in TAP; `test` is the one above it, which still counts as open. */
    see: (text: string, line: number, test: TapTest | undefined): void => {
      const [, name] = heading.exec(text) ?? []
      if (name !== undefined) {
        file = name
        isPlanned = hasFailure = false
      } else if (file !== undefined && dubious.test(text)) {
        const isEmpty = !isPlanned && levels.innermost().seen === 0
        const isFailure = test !== undefined && !test.point.ok && !test.point.directive
        if (!hasFailure && !isFailure && (isEmpty || isComplete()))
          drop({ reason: `failed outside of its tests: ${text}`, line, name: file })
        file = undefined
      }
    },
  }
}

// t/cart.t .. , with --timer after the time: [13:03:12] t/cart.t ..
const heading = /^(?:\[\d\d:\d\d:\d\d\] )?(\S.{0,1000}?) \.{2,} ?$/

const dubious = /^Dubious, test returned \d{1,3} \(wstat \d{1,6}, 0x[\da-f]{1,4}\)$/

// What --timer writes after the verdict: 526 ms ( 0.00 usr  0.00 sys +  0.05 cusr  0.02 csys =  0.07 CPU)
const times = /^(?:(?:\d{1,9}|<1) m?s(?: +\(.* CPU\))?)?$/
