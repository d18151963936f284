import { UsageError } from '../../errors.ts'
import type { Taker } from '../report-format.ts'

/** The tests of a report, or those of one of its subtests, as far as they have been read. */
export type Level = {
  /** The names of the subtests around its tests. */
  suite: readonly string[]
  /** It was announced, or has a plan. Lines that are indented like a subtest but have neither may be output of the test. */
  announced: boolean
  /** How many tests and failures were reported in it, at any depth. */
  tests: number
  failed: number
  /** The tests directly in it since its plan or its numbers last began, and how many there should be. */
  seen: number
  plan: { tests: number; line: number } | undefined
  line: number
}

/**
 * Tracks the open levels while TAP is read: the report itself, and the nested subtests in it. Drops an entry if a plan was not
 * kept or is missing, because tests may be missing.
 */
export const createLevels = ({ report, drop }: Pick<Taker, 'report' | 'drop'>) => {
  const open: Level[] = []
  let innermost = levelIn([], true)
  let bailed = false

  const dropTests = (reason: string, { line, suite }: { line: number; suite: readonly string[] }): void => {
    if (!bailed) drop({ reason, line, name: suite.join(' › ') || undefined })
  }
  const settlePlan = ({ plan, seen, suite }: Level): void => {
    if (plan && plan.tests !== seen) dropTests(unkept(plan.tests, seen), { line: plan.line, suite })
    innermost.plan = undefined
    innermost.seen = 0
  }
  const finish = (): void => {
    const { plan, seen } = innermost
    if (open.length === 0 && !plan && seen > 0)
      dropTests('no plan (1..N) says how many tests there are: some may be missing', innermost)
    settlePlan(innermost)
  }
  return {
    depth: (): number => open.length,
    innermost: (): Level => innermost,
    /** Begins a subtest in the innermost one. */
    enter: (name: string | undefined, line: number): void => {
      if (open.length >= deepest)
        throw new UsageError(`${report} nests subtests more than ${deepest} deep, in line ${line}`, {
          hint: 'is it a test report? look at that line; nothing has been sent',
        })
      open.push(innermost)
      innermost = levelIn(name ? [...innermost.suite, name] : innermost.suite, name !== undefined)
    },
    /** Ends the innermost subtest, and adds its counts to those of the level around it. */
    leave: ({ cutOff }: { cutOff: boolean }): Level => {
      const level = innermost
      if (cutOff && !level.plan) dropTests('the report ends inside this subtest', level)
      settlePlan(level)
      innermost = open.pop() ?? level
      innermost.tests += level.tests
      innermost.failed += level.failed
      return level
    },
    /** Records how many tests there should be; a plan comes before the first test or after the last. */
    plan: (tests: number, line: number): void => {
      const isAtTheEnd = !innermost.plan && innermost.seen > 0
      if (innermost.plan) settlePlan(innermost)
      innermost.plan = { tests, line }
      innermost.announced = true
      if (isAtTheEnd) settlePlan(innermost)
    },
    /** Counts a test line. Numbers that begin again belong to another report that follows the first. */
    see: (number: number | undefined, line: number): void => {
      if (number === 1 && innermost.seen > 0) finish()
      innermost.seen++
      innermost.line = line
    },
    /** Ends a report; another one may follow it. */
    finish,
    bailOut: (reason: string, line: number): void => {
      dropTests(reason ? `the run bailed out: ${reason}` : 'the run bailed out', { line, suite: [] })
      bailed = true
    },
  }
}

/** The levels of the report that is being read. */
export type Levels = ReturnType<typeof createLevels>

const deepest = 1000

const levelIn = (suite: readonly string[], announced: boolean): Level => ({
  suite,
  announced,
  tests: 0,
  failed: 0,
  seen: 0,
  plan: undefined,
  line: 1,
})

const unkept = (planned: number, seen: number): string =>
  `the plan is for ${planned} ${planned === 1 ? 'test' : 'tests'}, and ${seen || 'none'} ${seen === 1 ? 'was' : 'were'} reported`
