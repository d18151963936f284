import { describe, expect, test } from 'vitest'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { textOfLine } from '../../../src/output/cells/line.ts'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { agoFrom } from '../../../src/output/text/time.ts'
import { type Board, boardLines, fitBoard } from '../../../src/runs/watch/board.ts'
import { latestChanges, changesBetween } from '../../../src/runs/watch/result-changes.ts'
import { stateWith } from '../tests.ts'

const now = new Date('2026-03-15T12:00:00.000Z')
const minutesAgo = (minutes: number) => now.getTime() - minutes * 60_000
const symbols = chooseSymbols({ env: { LANG: 'C.UTF-8' }, platform: 'linux' })
const sight = { ago: agoFrom(now), symbols, columns: 60 }
const show = (board: Board) => boardLines(board, sight).map(textOfLine)
const fit = (board: Board, rows: number) => fitBoard(board, { ...sight, rows }).map(textOfLine)

const seen = { updatedAt: minutesAgo(5), updatedBy: 'ana', assignedTo: 'ben' }
const state = stateWith({ login: 'passed', pay: 'failed', ship: 'inProgress', send: 'untested' }, seen)

test('what it holds, how it goes, who has what is open, and what changed last, the latest first', () => {
  const before = stateWith({ login: 'untested', pay: 'passed', ship: 'untested', send: 'untested' }, seen)
  const turns = [...changesBetween(before.tests, state.tests, now.getTime()), ...latestChanges([], 1)]
  const pace = { perMinute: 2, minutesLeft: 3 }
  expect(show({ state, turns, pace })).toEqual([
    'WEB-R1 Nightly',
    '  ✓✓✓✓✓✓✓✓✓✓✗✗✗✗✗✗✗✗✗✗»»»»»»»»»»----------  50% done',
    '  total        4',
    '  passed       1',
    '  failed       1',
    '    WEB-T2  pay works (ben)',
    '  in progress  1',
    '  untested     1',
    '  about 3 minutes left, at 2 tests a minute',
    '  open tests',
    '    1 in progress  1 untested  ben: WEB-T3 ship works',
    '  last changes',
    '    WEB-T3  untested → in progress  5 minutes ago  ship works (ana)',
    '    WEB-T2  passed → failed         5 minutes ago  pay works (ana)',
    '    WEB-T1  untested → passed       5 minutes ago  login works (ana)',
  ])
})

test('a service that cannot be reached is told below the name', () => {
  expect(show({ state, turns: [], outage: 'the service does not answer' })[1]).toBe('  the service does not answer')
})

test('a run that is done has nobody who has something open; all of it is done only then', () => {
  const done = show({ state: stateWith({ login: 'passed' }), turns: [] })
  expect(done).toContain(`  ${'✓'.repeat(40)}  100% done`)
  expect(done.join('\n')).not.toContain('open tests')
  const nearly = stateWith({ login: Array.from({ length: 1000 }, (_, at): ResultName => (at ? 'passed' : 'untested')) })
  expect(show({ state: nearly, turns: [] })[1]).toMatch(/ 99% done$/)
})

test('a removed test is named as such, and a clock that is ahead is none of the future', () => {
  const turns = changesBetween(state.tests.slice(0, 1), [], now.getTime() + 3_600_000)
  expect(show({ state, turns }).at(-1)).toBe('    WEB-T1  removed  just now  login works')
})

describe('where there is less room', () => {
  const tests = stateWith({ pay: Array.from({ length: 30 }, (): ResultName => 'failed'), ship: 'untested' }, seen)
  const verdict = { met: false, reasons: ['30 tests failed'] }
  const board = { state: { ...tests, verdict }, turns: latestChanges(tests.tests, 8), outage: 'gone' }

  test('less is named, and there are never more lines than rows', () => {
    for (let rows = 6; rows < 60; rows++) {
      const lines = fit(board, rows)
      expect(lines.length).toBeLessThan(rows)
      expect(lines.join('\n')).toContain('gate')
      expect(lines.join('\n')).toContain('gone')
    }
    expect(fit(board, 60).filter((line) => line.startsWith('    WEB-T')).length).toBe(28)
  })

  test('in the end it is only counted', () => {
    expect(fit(board, 4)).toEqual([
      'WEB-R1 0 passed, 30 failed, 0 in progress, 1 untested',
      '  gone',
      'gate not met: 30 tests failed',
    ])
  })

  test('eight people are named, and how many others there are', () => {
    const people = Array.from({ length: 10 }, (_, at) => stateWith({ a: 'untested' }, { assignedTo: `p${at}` }).tests)
    const lines = show({ state: { ...state, tests: people.flat() }, turns: [] })
    expect(lines.filter((line) => / p\d$/.test(line)).length).toBe(8)
    expect(lines.at(-1)).toBe('    … and 2 more')
  })
})
