import { describe, expect, test } from 'vitest'
import { readWhole } from '../reading.ts'

const read = async (report: string) => {
  const { outcomes, dropped } = await readWhole(report)
  return { names: outcomes.map(({ name }) => name), reasons: dropped.map(({ reason }) => reason) }
}
const summary = (result: string): string => `Files=1, Tests=1,  0 wallclock secs ( 0.02 usr)\nResult: ${result}\n`

describe('what prove -v writes below the tests of a file that passed is no test', () => {
  test.for<[string, string]>([
    ['where the plan stands first', 't/a.t .. \n1..1\nok 1 - a\nok\n'],
    ['where the plan stands last', 't/a.t .. \nok 1 - a\n1..1\nok\n'],
    ['where the test has subtests', 't/a.t .. \n1..1\n# Subtest: a\n    ok 1 - b\n    1..1\nok 1 - a\nok\n'],
    ['with --timer', '[13:03:12] t/a.t .. \n1..1\nok 1 - a\nok      526 ms ( 0.00 usr  0.00 sys +  0.05 cusr  0.02 csys =  0.07 CPU)\n'],
    ['with --timer, of a Perl that counts seconds', '[13:03:12] t/a.t .. \n1..1\nok 1 - a\nok       <1 s\n'],
    ['where another file follows', 't/a.t ........ \n1..1\nok 1 - a\nok\nt/longer.t ... \nok 1 - a\n1..1\nok\n'],
  ])('%s', async ([, report]) => {
    const { names, reasons } = await read(`${report}All tests successful.\n${summary('PASS')}`)
    expect(reasons).toEqual([])
    expect(new Set(names)).toEqual(new Set([report.includes('Subtest') ? 'b' : 'a']))
  })

  test.for<[string, string]>([
    ['within the plan', 't/a.t .. \n1..2\nok\nok\nok\n'],
    ['before the plan', 't/a.t .. \nok\nok\n1..2\nok\n'],
  ])('but it is one %s', async ([, report]) => {
    expect(await read(report)).toEqual({ names: ['', ''], reasons: [] })
  })

  test('and is one too many in a report of another runner', async () => {
    expect((await read('1..1\nok\nok\n')).reasons).toEqual(['the plan is for 1 test, and 2 were reported'])
  })
})

describe('a file that prove -v calls dubious', () => {
  const dubious = 'Dubious, test returned 3 (wstat 768, 0x300)'
  const failed = `failed outside of its tests: ${dubious}`

  test.for<[string, string, string[]]>([
    ['is named if all its tests passed', `t/a.t .. \nok 1 - a\n1..1\n${dubious}\nAll 1 subtests passed \n`, [failed]],
    ['is named if a test of another file failed', `t/a.t .. \nok 1 - a\n1..1\n${dubious}\nt/b.t .. \nnot ok 1 - b\n1..1\n`, [failed]],
    ['is named if it has no test', `t/b.t .. \nok 1 - b\n1..1\nok\nt/a.t .. \n${dubious}\nNo subtests run \n`, [failed]],
    ['is not named again if a test of it failed', `t/a.t .. \nnot ok 1 - a\n1..1\n${dubious}\n`, []],
    ['is not named again if the last of its planned tests failed', `t/a.t .. \n1..1\nnot ok 1 - a\n${dubious}\n`, []],
    ['is not named again if its plan was not kept', `t/a.t .. \n1..2\nok 1 - a\n${dubious}\n`, ['the plan is for 2 tests, and 1 was reported']],
  ])('%s', async ([, report, reasons]) => {
    expect((await read(report + summary('FAIL'))).reasons).toEqual(reasons)
  })
})
