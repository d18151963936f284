import { expect, test } from 'vitest'
import { noticeLines } from '../../../src/execute/screen/foot.ts'
import { textOfLine } from '../../../src/output/cells/line.ts'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { itemOf, play } from '../sessions.ts'

const symbols = chooseSymbols({ env: { LANG: 'C.UTF-8' }, platform: 'linux' })

/** Returns the input line after some keys, and perhaps a paste, on a terminal with this number of columns. */
const lineAt = (columns: number, { keys = '', pasted = '', assignedTo = '' }): string => {
  const session = play([itemOf(1, { assignedTo })])
  session.press(keys)
  if (pasted !== '') session.hear({ type: 'paste', text: pasted })
  return noticeLines(session.state(), { columns, rows: 24, symbols, ruler }).map(textOfLine).join('\n')
}

test('pasted lines are counted, and their end is seen', () => {
  expect(lineAt(40, { keys: 'n', pasted: 'Error: x\nat a.js:1\nat b.js:2' })).toBe(
    'Note: (3 lines) x\\nat a.js:1\\nat b.js:2_',
  )
})

test.each([20, 40, 80])('the end of what is typed, and the cursor, are in sight in %i columns', (columns) => {
  for (const typed of ['a'.repeat(200), '登录'.repeat(60)]) {
    const line = lineAt(columns, { keys: `/${typed}` })
    expect(line).toMatch(/[a录]_$/)
    expect(ruler.widthOf(line)).toBeLessThanOrEqual(columns)
  }
})

test('a long name in brackets leaves room for what is typed', () => {
  expect(lineAt(40, { keys: 'acarl', assignedTo: 'ben'.repeat(30) })).toMatch(/^Assign to \[ben.*… carl_$/)
})
