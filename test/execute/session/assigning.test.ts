import { expect, test } from 'vitest'
import { noticeLines } from '../../../src/execute/screen/foot.ts'
import { textOfLine } from '../../../src/output/cells/line.ts'
import { chooseSymbols } from '../../../src/output/style/symbols.ts'
import { ruler } from '../../../src/output/text/unicode-width.ts'
import { itemOf, play } from '../sessions.ts'

const look = { columns: 80, rows: 24, symbols: chooseSymbols({ env: {}, platform: 'linux' }), ruler }
const playOf = (assignedTo: string) => {
  const session = play([itemOf(1, { assignedTo }), itemOf(2)])
  return {
    ...session,
    assigned: () => session.sent().flatMap((op) => (op.do === 'assign' ? [op.to] : [])),
    line: () => noticeLines(session.state(), look).map(textOfLine).join('\n'),
  }
}

test.each([
  ['what is typed takes the place of who has it', 'ben', 'acarl<return>', 'carl'],
  ['@me is the tester', 'ben', 'a@me<return>', 'ana'],
  ['Enter alone assigns what is nobody’s to the tester', '', 'a<return>', 'ana'],
  ['Backspace and Enter unassign it', 'ben', 'a<backspace><return>', ''],
  ['to keep what opening gave to the tester for a while', 'ana', 'a<return>', 'ana'],
  ['a text that was erased again is none', '', 'axy<backspace><backspace><return>', 'ana'],
])('a assigns the test: %s', (_, before, keys, to) => {
  const session = playOf(before)
  session.press(keys)
  expect(session.assigned()).toEqual([to])
  expect(session.state().items.get('t1')?.assignedTo).toBe(to)
})

test('a shows in brackets what Enter takes, which changes nothing where they have it already', () => {
  const session = playOf('ben')
  session.press('a')
  expect(session.line()).toBe('Assign to [ben]: _')
  session.press('<backspace>')
  expect(session.line()).toBe('Assign to [nobody]: _')
  session.press('<escape>a<return>')
  expect(session.assigned()).toEqual([])
  expect(session.said().at(-1)).toBe('It is assigned to ben already.')
  session.press('a<backspace><return>a<backspace><return>')
  expect(session.said().at(-1)).toBe('It is unassigned already.')
})

test('u takes assignments and results back, the latest first', () => {
  const session = playOf('ben')
  session.press('acarl<return>padan<return>u')
  expect(session.said().at(-1)).toBe('Taken back: WEB-T2 Case 2 is unassigned again.')
  expect(session.sent().at(-1)).toMatchObject({ do: 'assign', test: 't2', to: '', over: 'dan' })
  session.press('u')
  expect(session.results()).toEqual(['T1 passed', 'T1 untested'])
  session.press('u')
  expect(session.sent().at(-1)).toMatchObject({ do: 'assign', test: 't1', to: 'ben', over: 'carl' })
  expect(session.state().items.get('t1')?.assignedTo).toBe('ben')
  session.press('u')
  expect(session.said().at(-1)).toBe('There is nothing to undo.')
})

test('an assignment that the service refused is none, and cannot be taken back', () => {
  const session = playOf('ben')
  session.press('acarl<return>')
  const op = session.sent().at(-1)!
  session.hear({ type: 'refused', op, message: 'the name is too long', isGone: false })
  expect(session.state().items.get('t1')?.assignedTo).toBe('ben')
  session.press('u')
  expect(session.said().at(-1)).toBe('There is nothing to undo.')
})

test('what cannot be taken back stays with whom it was assigned to', () => {
  const session = playOf('ben')
  session.press('acarl<return>u')
  const op = session.sent().at(-1)!
  expect(op).toMatchObject({ do: 'assign', to: 'ben', over: 'carl' })
  session.hear({ type: 'refused', op, message: 'the run is closed', isGone: false })
  expect(session.state().items.get('t1')?.assignedTo).toBe('carl')
})
