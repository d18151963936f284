import { lineFormat, type LineReader, type LineTaker } from '../text/format.ts'
import { readCheck } from './check.ts'
import { createLevels, type Level } from './levels.ts'
import { parseTapLine, type TapLine } from './line.ts'
import { createQtest } from './qtest.ts'
import { createTimes } from './times.ts'
import { createTitles } from './titles.ts'
import { createTotals } from './totals.ts'
import { beginTapTest, endTapTest, entitle, addDiagnostics, note, type TapTest } from './test.ts'

/**
 * The Test Anything Protocol, 13 and 14, with subtests announced, bare or in braces, and other output round it.
 * A bail-out, and a plan that was not kept, are dropped with their reasons: tests are missing. So is a summary that counts failures
 * where none is. DECISIONS 47, 458
 */
export const tap = lineFormat({
  key: 'tap',
  recognises: ({ root, begins }) =>
    root === undefined && (anywhere.test(begins) || /^(?:not )?ok(?:\s|$)/.test(begins)),
  createReader: (taker) => readTap(taker),
})

const anywhere = /^(?:TAP version \d+|1\.\.\d+(?: #.*)?|(?:not )?ok (?:\d+|-)(?: .*)?)\r?$/m

const readTap = (outer: LineTaker): LineReader => {
  const [titles, qtest, times, totals] = [createTitles(), createQtest(), createTimes(), createTotals(outer.drop)]
  const taker = { ...outer, drop: totals.drop }
  const levels = createLevels(taker)
  let hasVersion = false
  // The tests whose subtests follow them, in braces.
  const heads = new Map<Level, TapTest>()
  let test: TapTest | undefined
  let announced: { depth: number; name: string } | undefined
  let yaml: { margin: string; end: string; lines: string[]; room: number } | undefined

  const settle = (): void => {
    if (!test) return
    const level = levels.innermost()
    const ended = endTapTest(test, { suite: level.suite, report: taker.report, hasVersion })
    test = undefined
    if (!ended) return
    if (ended.isTest) level.tests++
    if (ended.outcome.result === 'failed') {
      level.failed++
      totals.failed()
    }
    taker.found(ended.outcome)
  }
  const isHeadAt = (depth: number): boolean => test !== undefined && test.mayOpen && test.depth === depth
  const open = (depth: number, at: number): void => {
    const head = isHeadAt(depth - 1) ? test : undefined
    if (head) test = undefined
    else settle()
    levels.enter(head?.point.name ?? (announced?.depth === depth ? announced.name : undefined), at)
    if (head) heads.set(levels.innermost(), head)
    announced = undefined
  }
  const close = ({ cutOff = false } = {}): Level => {
    settle()
    const level = levels.leave({ cutOff })
    const head = heads.get(level)
    heads.delete(level)
    if (head) test = { ...head, subtests: level }
    return level
  }
  // Whether a line can stand at this depth. If so, the subtest that it stands in is the innermost one from here on.
  const moveTo = (depth: number, at: number): boolean => {
    if (depth > levels.depth() + 1) return false
    if (depth > levels.depth()) open(depth, at)
    while (levels.depth() > depth) close()
    settle()
    return true
  }
  const begin = ({ depth, point }: TapLine & { kind: 'test' }, at: number): void => {
    if (depth > levels.depth() + 1) return
    if (depth > levels.depth()) open(depth, at)
    while (levels.depth() > depth + 1) close()
    const inner = levels.depth() > depth ? close() : undefined
    const subtests = inner?.announced && test?.subtests !== inner ? inner : undefined
    settle()
    levels.see(point.number, at)
    const mayBeOfCheck = !hasVersion && !levels.innermost().plan
    const read = mayBeOfCheck ? readCheck(qtest.read(point)) : qtest.read(point)
    test = beginTapTest(times.read(read, hasVersion), { depth, line: at, subtests })
    entitle(test, titles.of(test))
    announced = undefined
  }
  const announce = ({ depth, name }: TapLine & { kind: 'subtest' }, at: number): void => {
    // Some announce it at its own margin, most at that of the test that it will be.
    const isInside = depth === levels.depth() + 1 && announced?.depth !== depth && !isHeadAt(depth - 1)
    if (isInside) announced = { depth, name }
    if (moveTo(depth, at) && !isInside) announced = { depth: depth + 1, name }
  }
  const take = (line: TapLine, at: number): void => {
    if (line.kind === 'test') begin(line, at)
    else if (line.kind === 'subtest') announce(line, at)
    else if (line.kind === 'plan') {
      if (line.depth === 0) titles.planned()
      if (moveTo(line.depth, at)) levels.plan(line.tests, at)
    } else if (line.kind === 'opens') {
      if (test?.depth === line.depth) test.mayOpen = true
    } else if (line.kind === 'closes') {
      if (test && isHeadAt(line.depth)) test.mayOpen = false
      while (heads.size > 0 && levels.depth() > line.depth) close()
    } else if (line.kind === 'version') {
      if (moveTo(0, at)) levels.finish()
      hasVersion = true
      totals.finish()
      titles.begin()
      qtest.begin()
      times.begin()
    } else levels.bailOut(line.reason, at)
  }
  return {
    line: (text, at) => {
      if (yaml) {
        if (text.startsWith(yaml.end) && text.trimEnd() === yaml.end) {
          if (test) addDiagnostics(test, yaml.lines)
          yaml = undefined
        } else if ((yaml.room -= text.length) > 0)
          yaml.lines.push(text.startsWith(yaml.margin) ? text.slice(yaml.margin.length) : ` ${text}`)
        return
      }
      const line = parseTapLine(text)
      const margin = test && !line && text.includes('---') ? /^(\s+)---\s*$/.exec(text)?.[1] : undefined
      const isBrace = line?.kind === 'opens' || line?.kind === 'closes'
      if (test && isBrace && heads.size === 0 && test.depth !== line.depth) note(test, text)
      else if (line) take(line, at)
      else if (margin) yaml = { margin, end: `${margin}...`, lines: [], room: mostYaml }
      else {
        if (test) note(test, text)
        titles.see(text, test)
        totals.see(text, at)
      }
    },
    end: () => {
      if (test && yaml) addDiagnostics(test, yaml.lines)
      while (levels.depth() > 0) close({ cutOff: true })
      settle()
      levels.finish()
      totals.finish()
    },
  }
}

const mostYaml = 64 * 1024
