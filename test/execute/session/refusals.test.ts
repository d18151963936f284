import { expect, test } from 'vitest'
import { countsOf } from '../../../src/execute/session/totals.ts'
import { itemOf, play } from '../sessions.ts'

const refuse = (session: ReturnType<typeof play>, what: 'decide' | 'comment') => {
  const op = session.sent().findLast(({ do: kind }) => kind === what)
  session.hear({ type: 'refused', op: op!, message: 'the run is closed', isGone: false })
}

test('a result that the service refused is not counted as set', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('p')
  refuse(session, 'decide')
  expect(countsOf(session.state()).counts).toMatchObject({ passed: 0, untested: 2 })
  expect(session.state()).toMatchObject({ decisions: [], refused: [{ test: 't1' }] })
  session.press('u')
  expect(session.said().at(-1)).toBe('There is nothing to undo.')
})

test('a result that is set anew takes the place of the refused one', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('p')
  refuse(session, 'decide')
  session.press('g1<return>f<return>')
  expect(session.state()).toMatchObject({ decisions: [{ test: 't1', to: 'failed' }], refused: [] })
})

test('a note that the service refused is not counted', () => {
  const session = play([itemOf(1)])
  session.press('nslow<return>')
  expect(session.state().comments).toHaveLength(1)
  refuse(session, 'comment')
  expect(session.state().comments).toEqual([])
})

test('a result whose note was refused is set all the same, without a note', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('fbroken<return>')
  refuse(session, 'comment')
  expect(session.state()).toMatchObject({
    decisions: [{ test: 't1', to: 'failed', note: '' }],
    refused: [{ test: 't1', isNote: true }],
  })
  expect(countsOf(session.state()).counts).toMatchObject({ failed: 1 })
})

test('two results of one test that the service refused are not counted as set', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('pg1<return>f<return>')
  for (const op of session.sent().filter(({ do: kind }) => kind === 'decide'))
    session.hear({ type: 'refused', op, message: 'the run is closed', isGone: false })
  expect(countsOf(session.state()).counts).toMatchObject({ passed: 0, failed: 0, untested: 2 })
  expect(session.state()).toMatchObject({ decisions: [] })
})

test('taking back the result that was set after a refused one restores what the test had before both', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('pg1<return>f<return>')
  const op = session.sent().find(({ do: kind }) => kind === 'decide')
  session.hear({ type: 'refused', op: op!, message: 'the run is closed', isGone: false })
  expect(countsOf(session.state()).counts).toMatchObject({ failed: 1 })
  session.press('u')
  expect(session.results().at(-1)).toBe('T1 untested')
})
