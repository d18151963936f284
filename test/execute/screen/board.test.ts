import { describe, expect, test } from 'vitest'
import { textOfLine } from '../../../src/output/cells/line.ts'
import { frameOf } from '../../../src/output/live/frame.ts'
import { plain } from '../../../src/output/style/color.ts'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { boardOf, seenOf } from '../../../src/execute/screen/board.ts'
import type { Item } from '../../../src/execute/session/state.ts'
import { itemOf, play } from '../sessions.ts'

const symbols = chooseSymbols({ env: { LANG: 'C.UTF-8' }, platform: 'linux' })
const steps = [
  { action: 'Open the login page', expectation: 'the form is shown' },
  { action: 'Enter a wrong password', expectation: '"Wrong password"' },
]
const written = itemOf(34, {
  name: 'Login works',
  preconditions: 'A user exists.',
  steps,
  assignedTo: 'ada',
})

/** Returns the lines of the board on a terminal of this size, after some keys. */
const boardAt = (item: Item, { columns = 80, rows = 24, keys = '' } = {}): string[] => {
  const size = { columns, rows }
  const look = { ...size, symbols, ruler }
  const session = play([item, itemOf(35)], { pageOf: (state) => seenOf(state, look) })
  session.press(keys)
  const lines = boardOf(session.state(), look)
  expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1))
  return frameOf(lines, { size, palette: plain, ruler, ellipsis: '…' }).lines.map(({ text }) => text)
}

describe('the board', () => {
  test('shows the run, the test, its steps and the keys', () => {
    expect(boardAt(written, { keys: ' ' })).toEqual([
      'WEB-R1 Nightly  -------------- 0/2  passed 0, failed 0, 2 left',
      'WEB-T34  Login works                                   untested, assigned to ada',
      'Preconditions  A user exists.',
      '  ✓ 1 Open the login page                  → the form is shown',
      '  > 2 Enter a wrong password               → "Wrong password"',
      'Step 1 is done.',
      'p passed  f failed  s skip  b back  u undo  n note  space step  ? keys  q quit',
    ])
  })

  test("with --mine says first how many of one's own are left, however narrow it is", () => {
    const items = [itemOf(1, { assignedTo: 'ana' }), ...Array.from({ length: 41 }, (_, at) => itemOf(at + 2))]
    const run = play(items, { assignedTo: 'ana' }).state()
    const headAt = (columns: number) => textOfLine(boardOf(run, { columns, rows: 24, symbols, ruler })[0] ?? '')
    expect([100, 80, 60, 40].map(headAt)).toEqual([
      'WEB-R1 Nightly  -------------- 1 left for you, 0/42  passed 0, failed 0, 42 left in the run',
      'WEB-R1 Nightly  1 left for you, 0/42  passed 0, failed 0, 42 left in the run',
      'WEB-R1  1 left for you, 0/42, 42 left in the run',
      'WEB-R1  1 left for you',
    ])
  })

  test('in forty columns says the same in narrower lines', () => {
    expect(boardAt(written, { columns: 40 })).toEqual([
      'WEB-R1  0/2, 2 left',
      'WEB-T34  Login works',
      '  untested, assigned to ada',
      'Preconditions',
      '  A user exists.',
      '  > 1 Open the login page',
      '      → the form is shown',
      '    2 Enter a wrong password',
      '      → "Wrong password"',
      '',
      'p passed  f failed  ? keys  q quit',
    ])
  })

  test.each([
    [20, 5],
    [8, 3],
    [1, 1],
    [300, 100],
  ])('fits a terminal of %d×%d, whatever is shown', (columns, rows) => {
    for (const keys of ['', 'f', '?<x>', 'o', 'ppp', 'q', '<C-l>'])
      for (const line of boardAt(written, { columns, rows, keys }))
        expect(ruler.widthOf(line)).toBeLessThanOrEqual(columns)
  })

  test('shows a long name whole, and in a terminal of 20×5 the step that is pointed at', () => {
    const long = itemOf(1, { name: 'a name of many words '.repeat(8).trim(), steps })
    expect(boardAt(long).join(' ')).toContain(long.name)
    expect(boardAt(long, { columns: 20, rows: 5, keys: 'j' })).toEqual([
      'WEB-T1  a name of m…',
      '  > 2 Enter a wrong',
      '      password',
      '? keys  q quit',
    ])
  })

  test('of the keys is turned like a page, and breaks its lines between words', () => {
    expect(boardAt(written, { columns: 30, rows: 8, keys: '?jjjjj' })).toEqual([
      'WEB-R1  0/2, 2 left',
      '  s         skip: leave the',
      '            test as it was',
      '  b         go back to the',
      '            test before',
      '',
      'j k move  any other key: back',
    ])
  })

  test('of a case of 300 steps shows a page, with the step that is pointed at', () => {
    const long = itemOf(1, {
      steps: Array.from({ length: 300 }, (_, at) => ({ action: `Do ${at + 1}`, expectation: '' })),
    })
    const first = boardAt(long)
    expect(first).toContain('lines 1 to 18 of 300; PgDn, PgUp')
    expect(first.join('\n')).toMatch(/ {2}> {3}1 Do 1$/m)
    expect(boardAt(long, { keys: 'j'.repeat(250) }).join('\n')).toMatch(/^ {2}> 251 Do 251$/m)
    expect(boardAt(long, { keys: '<pagedown><pagedown>' })).toContain('lines 37 to 54 of 300; PgDn, PgUp')
    expect(boardAt(long, { keys: 'j'.repeat(400) }).join('\n')).toMatch(/^ {2}> 300 Do 300$/m)
  })

  test('loses nothing of a long word, and shows what would move the cursor', () => {
    const url = `https://example.com/${'a'.repeat(200)}`
    const hostile = itemOf(1, {
      name: 'x\u001b[2J\u202ey\r\n\u0007',
      preconditions: `${url}\n\u001b]0;title\u0007`,
      assignedTo: '\u001b[1A',
    })
    const lines = boardAt(hostile, { columns: 60 })
    expect(
      lines
        .map((line) => line.trim())
        .join('')
        .replace(/ {2,}/g, ''),
    ).toContain(url)
    expect(lines.join('')).not.toMatch(/[\0-\u001f\u202e]/)
    expect(lines[1]).toContain('x\\u001b[2J\\u202ey\\r\\n\\u0007')
  })

  test('measures wide characters', () => {
    for (const line of boardAt(itemOf(1, { name: '登录'.repeat(30), preconditions: '前提'.repeat(60) }), {
      columns: 41,
    }))
      expect(ruler.widthOf(line)).toBeLessThanOrEqual(41)
  })

  test('says how many wait', () => {
    const session = play([itemOf(1)])
    session.hear({ type: 'waiting', count: 3, trouble: 'The service does not answer (refused)' })
    const [head, ...rest] = boardOf(session.state(), { columns: 80, rows: 24, symbols, ruler }).map(textOfLine)
    expect(head).toMatch(/, 3 waiting$/)
    expect(rest).toContain('The service does not answer (refused): 3 waiting. You can go on.')
  })
})
