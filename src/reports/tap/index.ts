import { lineFormat, type LineReader } from '../text/format.ts'
import type { Taker } from '../report-format.ts'
import { createDialects } from './dialects.ts'
import { createLevels } from './levels.ts'
import { parseTapLine, type TapLine } from './line.ts'
import { createNesting } from './nesting.ts'
import { createProve } from './prove.ts'
import { createTitles } from './titles.ts'
import { createTotals } from './totals.ts'
import { addDiagnostics, beginTapTest, endTapTest, entitle, note, type TapTest } from './test.ts'
import { openYamlBlock, type YamlBlock } from './yaml-block.ts'

/**
 * The Test Anything Protocol, 13 and 14, with subtests announced, bare or in braces, and other output around it.
 * A bail-out, and a plan that was not kept, are dropped with their reasons: tests are missing. So is a summary that counts failures
 * although there are none. DECISIONS 47, 458
 */
export const tap = lineFormat({
  key: 'tap',
  recognises: ({ root, begins }) =>
    root === undefined && !isMixed.test(begins) && (anywhere.test(begins) || /^(?:not )?ok(?:\s|$)/.test(begins)),
  createReader: (taker) => readTap(taker),
})

const anywhere = /^(?:TAP version \d+|1\.\.\d+(?: #.*)?|(?:not )?ok (?:\d+|-)(?: .*)?)\r?$/m

// Meson's testlog.txt: the output of all its tests, some of which may be TAP. DECISIONS 525
const isMixed = /^Log of Meson test suite run on /

const readTap = ({ report, found, drop }: Taker): LineReader => {
  const [dialects, titles, totals] = [createDialects(), createTitles(), createTotals(drop)]
  const levels = createLevels({ report, drop: totals.drop })
  const prove = createProve(levels, totals.drop)
  let hasVersion = false
  let yaml: YamlBlock | undefined

  const endTest = (test: TapTest): void => {
    const level = levels.innermost()
    const ended = endTapTest(test, { suite: level.suite, report, hasVersion })
    if (!ended) return
    if (ended.isTest) level.tests++
    if (ended.outcome.result === 'failed') {
      level.failed++
      totals.failed()
      prove.failed()
    }
    found(ended.outcome)
  }
  const nesting = createNesting(levels, endTest)

  const beginTest = ({ depth, point }: TapLine & { kind: 'test' }, at: number): void => {
    if (depth === 0 && prove.isVerdict(point)) return void nesting.moveTo(0, at)
    const place = nesting.moveToTest(depth, at)
    if (!place) return
    levels.see(point.number, at)
    // testthat writes each warning on a line of its own, which is not a test. DECISIONS 527
    if (point.ok && /^# WARNING\b/.test(point.name)) return
    const hasPlan = levels.innermost().plan !== undefined
    const test = beginTapTest(dialects.read(point, { hasVersion, hasPlan }), { depth, line: at, ...place })
    entitle(test, titles.of(test))
    nesting.openTest(test)
  }
  const beginReport = (at: number): void => {
    nesting.moveTo(0, at)
    levels.finish()
    hasVersion = true
    totals.finish()
    titles.begin()
    dialects.begin()
  }
  const take = (line: TapLine, at: number): void => {
    switch (line.kind) {
      case 'version':
        return beginReport(at)
      case 'plan':
        if (nesting.moveTo(line.depth, at)) levels.plan(line.tests, at)
        if (line.depth > 0) return
        titles.planned()
        prove.planned()
        return
      case 'subtest':
        return nesting.announce(line, at)
      case 'test':
        return beginTest(line, at)
      case 'opens':
        return nesting.openBrace(line.depth)
      case 'closes':
        return nesting.closeBrace(line.depth)
      case 'bail':
        return levels.bailOut(line.reason, at)
    }
  }
  const closeYaml = (): void => {
    const test = nesting.test()
    if (test && yaml) addDiagnostics(test, yaml.lines)
    yaml = undefined
  }
  return {
    line: (text, at) => {
      if (yaml) {
        if (yaml.add(text)) closeYaml()
        return
      }
      const test = nesting.test()
      const line = parseTapLine(text)
      const isBrace = line?.kind === 'opens' || line?.kind === 'closes'
      if (test && isBrace && nesting.isOutput(line.depth)) return note(test, text)
      if (line) return take(line, at)
      yaml = test && openYamlBlock(text)
      if (yaml) return
      if (test) note(test, text)
      dialects.see(text)
      titles.see(text, test)
      prove.see(text, at, test)
      totals.see(text, at)
    },
    end: () => {
      closeYaml()
      nesting.end()
      levels.finish()
      totals.finish()
    },
  }
}
