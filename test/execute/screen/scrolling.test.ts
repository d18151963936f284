import { describe, expect, test } from 'vitest'
import { textOfLine } from '../../../src/output/cells/line.ts'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { boardOf, seenOf } from '../../../src/execute/screen/board.ts'
import type { Item } from '../../../src/execute/session/state.ts'
import { itemOf, play } from '../sessions.ts'

const symbols = chooseSymbols({ env: { LANG: 'C.UTF-8' }, platform: 'linux' })

/** Starts a session on a terminal of this size. `lines` returns the visible lines. */
const playAt = (items: readonly Item[], { columns = 80, rows = 14 } = {}) => {
  const look = { columns, rows, symbols, ruler }
  const session = play(items, { pageOf: (state) => seenOf(state, look) })
  const lines = (): string[] => boardOf(session.state(), look).map(textOfLine)
  return { ...session, lines, where: () => lines().find((line) => line.startsWith('lines ')) }
}

const stepsOf = (count: number, lines = 3) =>
  Array.from({ length: count }, (_, at) => ({
    action: `Do ${at + 1}${'\nand wait'.repeat(lines - 1)}`,
    expectation: '',
  }))
const long = itemOf(1, { steps: stepsOf(30) })

describe('a test that is longer than the terminal', () => {
  test('is read whole with PgDn: every line once, to the end, and back', () => {
    const session = playAt([long])
    const seen: string[] = []
    const look = () => seen.push(session.where() ?? '')
    look()
    for (let at = 0; at < 12; at++) {
      session.press('<pagedown>')
      look()
    }
    expect(seen.slice(0, 3)).toEqual([
      'lines 1 to 8 of 90; PgDn, PgUp',
      'lines 9 to 16 of 90; PgDn, PgUp',
      'lines 17 to 24 of 90; PgDn, PgUp',
    ])
    expect(seen.at(-1)).toBe('lines 83 to 90 of 90; PgDn, PgUp')
    expect(session.said().at(-1)).toBe('That is the end of the test.')
    session.press('<pagedown>'.repeat(25) + '<pageup>')
    expect(session.where()).toBe('lines 75 to 82 of 90; PgDn, PgUp')
    session.press('<pageup>'.repeat(25))
    expect(session.where()).toBe('lines 1 to 8 of 90; PgDn, PgUp')
    expect(session.said().at(-1)).toBe('That is the beginning of the test.')
  })

  test('shows what is above the step with PgUp', () => {
    const session = playAt([long])
    session.press('j'.repeat(15))
    expect(session.where()).toBe('lines 44 to 51 of 90; PgDn, PgUp')
    session.press('<pageup>')
    expect(session.where()).toBe('lines 36 to 43 of 90; PgDn, PgUp')
    session.press('j')
    expect(session.where()).toBe('lines 47 to 54 of 90; PgDn, PgUp')
  })

  test('stays in its window when the terminal becomes larger', () => {
    const session = playAt([long])
    session.press('<pagedown>'.repeat(30))
    const lines = boardOf(session.state(), { columns: 80, rows: 40, symbols, ruler }).map(textOfLine)
    expect(lines).toContain('lines 57 to 90 of 90; PgDn, PgUp')
  })

  test('ticks no step that is out of sight, and shows it first', () => {
    const session = playAt([long])
    session.press('<pagedown> ')
    expect(session.state().ticks.get('t1')).toBeUndefined()
    expect(session.said().at(-1)).toBe('Back at the step: space ticks it.')
    session.press(' ')
    expect(session.state().ticks.get('t1')).toEqual([0])
  })

  test('ticks the first step only where its preconditions leave it in sight', () => {
    const session = playAt([itemOf(1, { preconditions: 'a\n'.repeat(20), steps: stepsOf(1) })])
    session.press(' ')
    expect(session.state().ticks.get('t1')).toBeUndefined()
    expect(session.lines().join('\n')).toContain('> 1 Do 1')
    session.press(' ')
    expect(session.state().ticks.get('t1')).toEqual([0])
  })

  test('is moved a line with j and k where it has no steps', () => {
    const session = playAt([itemOf(1, { preconditions: 'a\n'.repeat(30) })])
    session.press('j'.repeat(100) + 'k')
    expect(session.where()).toBe('lines 22 to 29 of 30; PgDn, PgUp')
  })
})

test('PgDn in a test that is seen whole says so, and a step of it is ticked at once', () => {
  const session = playAt([itemOf(1, { steps: stepsOf(2, 1) })])
  session.press('<pagedown>')
  expect(session.said().at(-1)).toBe('That is the end of the test.')
  session.press(' ')
  expect(session.state().ticks.get('t1')).toEqual([0])
})

test('a list that is seen whole names no keys that move it', () => {
  const session = playAt([itemOf(1), itemOf(2)])
  session.press('o')
  expect(session.lines().at(-1)).toBe('any other key: back')
})

test.each([
  ['the list of what is left', 'o', 'WEB-T50'],
  ['the keys', '?', 'quit'],
])('%s ends with its last line, passes over none, and goes back at once', (_, key, last) => {
  const items = Array.from({ length: 50 }, (_, at) => itemOf(at + 1))
  const session = playAt(items, { columns: 40, rows: 12 })
  session.press(key)
  const body = () => session.lines().slice(1, -2)
  const [first, second] = [body(), (session.press('<pagedown>'), body())]
  expect(second.filter((line) => first.includes(line) && line.trim() !== '')).toEqual([])
  session.press('<pagedown>'.repeat(20) + 'j'.repeat(20))
  expect(body().join('\n')).toContain(last)
  const end = body()
  session.press('k')
  expect(body().slice(1)).toEqual(end.slice(0, -1))
})
