import type { Level, Levels } from './levels.ts'
import type { TapTest } from './test.ts'

/**
 * Finds the subtest to which a line belongs, and keeps the last test open for the lines below it. A line may begin a subtest, or end
 * those that are deeper; a test ends (`ended`) when no line can belong to it any more.
 *
 * A subtest belongs to the test line after it. In braces it belongs to the test line before it, its head, which stays open until the
 * brace closes.
 */
export const createNesting = (levels: Levels, ended: (test: TapTest) => void) => {
  let test: TapTest | undefined
  let announced: { depth: number; name: string } | undefined
  const heads = new Map<Level, TapTest>()

  const endTest = (): void => {
    const last = test
    test = undefined
    if (last) ended(last)
  }
  const isHeadAt = (depth: number): boolean => test !== undefined && test.mayOpen && test.depth === depth
  const enter = (depth: number, at: number): void => {
    const head = isHeadAt(depth - 1) ? test : undefined
    if (head) test = undefined
    else endTest()
    levels.enter(head?.point.name ?? (announced?.depth === depth ? announced.name : undefined), at)
    if (head) heads.set(levels.innermost(), head)
    announced = undefined
  }
  const leave = ({ cutOff = false } = {}): Level => {
    endTest()
    const level = levels.leave({ cutOff })
    const head = heads.get(level)
    heads.delete(level)
    if (head) test = { ...head, subtests: level }
    return level
  }
  // Returns the last subtest that it leaves, which is the outermost of them.
  const leaveTo = (depth: number): Level | undefined => {
    let left: Level | undefined
    while (levels.depth() > depth) left = leave()
    return left
  }
  // A line that is indented by two levels at once is output of the test.
  const canStandAt = (depth: number): boolean => depth <= levels.depth() + 1
  const moveTo = (depth: number, at: number): boolean => {
    if (!canStandAt(depth)) return false
    if (depth > levels.depth()) enter(depth, at)
    leaveTo(depth)
    endTest()
    return true
  }
  return {
    test: (): TapTest | undefined => test,
    /** Makes the subtest at this depth the innermost one; returns false if no line of TAP can be at this depth. */
    moveTo,
    /** Does the same for a test line, and returns the subtests that belong to it; undefined if no test can be at this depth. */
    moveToTest: (depth: number, at: number): { subtests: Level | undefined } | undefined => {
      if (!canStandAt(depth)) return undefined
      if (depth > levels.depth()) enter(depth, at)
      const left = leaveTo(depth)
      const isOfHead = test?.subtests === left
      endTest()
      return { subtests: left?.announced && !isOfHead ? left : undefined }
    },
    /** Opens a test after `moveToTest` has found its place. */
    openTest: (opened: TapTest): void => {
      test = opened
      announced = undefined
    },
    /** Records the name of the next subtest. Some runners announce it at its own margin, most at the margin of its test line. */
    announce: ({ depth, name }: { depth: number; name: string }, at: number): void => {
      const isInside = depth === levels.depth() + 1 && announced?.depth !== depth && !isHeadAt(depth - 1)
      if (isInside) announced = { depth, name }
      if (moveTo(depth, at) && !isInside) announced = { depth: depth + 1, name }
    },
    /** Whether a brace at this depth is output of the open test, not a brace around subtests. */
    isOutput: (depth: number): boolean => test !== undefined && heads.size === 0 && test.depth !== depth,
    openBrace: (depth: number): void => {
      if (test?.depth === depth) test.mayOpen = true
    },
    closeBrace: (depth: number): void => {
      if (test && isHeadAt(depth)) test.mayOpen = false
      while (heads.size > 0 && levels.depth() > depth) leave()
    },
    /** Ends everything that is still open at the end of the report. */
    end: (): void => {
      while (levels.depth() > 0) leave({ cutOff: true })
      endTest()
    },
  }
}
