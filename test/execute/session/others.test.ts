import { expect, test, vi } from 'vitest'
import { itemOf, play } from '../sessions.ts'

// Changes by other users during a session, and what an earlier session left.

test('a test that somebody else has in progress is not opened, and not next', () => {
  const theirs = itemOf(2, { result: 'inProgress', assignedTo: 'ben' })
  const session = play([itemOf(1), theirs, itemOf(3)])
  session.press('p')
  expect(session.state().at).toBe('t3')
  session.press('g2<return>')
  expect(session.sent().some(({ do: what, test: id }) => what === 'open' && id === 't2')).toBe(false)
})

test('a test that was deleted while it is shown says so, and s goes on', () => {
  const session = play([itemOf(1), itemOf(2)])
  const [op] = session.sent()
  session.hear({ type: 'refused', op: op!, message: 'there is no such test', isGone: true })
  expect(session.state().notice).toBe('WEB-T1 Case 1 was deleted.')
  session.press('p')
  expect(session.results()).toEqual([])
  session.press('sp')
  expect(session.results()).toEqual(['T2 passed'])
})

test('a note on a test that was deleted tells of it no second time', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('fbroken<return>')
  for (const op of session.sent().filter(({ test: id }) => id === 't1'))
    session.hear({ type: 'refused', op, message: 'there is no such test', isGone: true })
  expect(session.said().filter((text) => text.endsWith('was deleted.'))).toEqual(['WEB-T1 Case 1 was deleted.'])
})

test('a run that was deleted is told once, and none of its tests', () => {
  const session = play([itemOf(1), itemOf(2), itemOf(3)])
  session.press('ffirst<return>ps')
  for (const op of session.sent()) {
    session.hear({ type: 'runGone' })
    session.hear({ type: 'refused', op, message: 'there is no such test', isGone: true })
  }
  session.press('p')
  session.press('b')
  session.press('p')
  expect(session.said().filter((text) => text.includes('deleted'))).toEqual([
    'The run WEB-R1 was deleted: nothing more is stored. Press q to quit.',
    'The run was deleted. Press q to quit.',
  ])
})

test('an earlier session left a test open: it is shown again, as it was', () => {
  const items = [itemOf(1), itemOf(2, { result: 'inProgress', assignedTo: 'ana' })]
  const session = play(items, { opened: new Map([['t2', 'untested']]) })
  expect(session.state().at).toBe('t2')
  session.press('q')
  expect(session.sent()).toMatchObject([{ do: 'leave', test: 't2', before: 'untested' }])
})

test('where one begins elsewhere, it is put back', () => {
  const items = [itemOf(1), itemOf(2, { result: 'inProgress', assignedTo: 'ana' })]
  const session = play(items, { opened: new Map([['t2', 'untested']]), from: 't1' })
  expect(session.sent()).toMatchObject([
    { do: 'leave', test: 't2', before: 'untested' },
    { do: 'open', test: 't1' },
  ])
})

test('a note that the service refused is opened again by N', () => {
  const session = play([itemOf(1)])
  session.press('nlong<return>')
  const op = session.sent().at(-1)
  session.hear({ type: 'refused', op: op!, message: 'content is too long', isGone: false, file: 'kept.md' })
  expect(session.said().at(-1)).toBe(
    'The comment of WEB-T1 Case 1 was refused: content is too long; N opens the note again',
  )
  session.press('N')
  expect(session.effects.at(-1)).toEqual({ do: 'edit', draft: 'long' })
  session.hear({ type: 'edited', problem: 'vi ended with 1', file: 'text.md' })
  expect(session.said().at(-1)).toBe('No note was made: vi ended with 1. Its text is kept.')
  session.hear({ type: 'edited', text: '', file: 'empty.md' })
  expect(session.effects.at(-1)).toEqual({ do: 'forget', files: ['empty.md'] })
  expect(session.state().notes).toHaveLength(1)
  session.hear({ type: 'edited', text: 'short', file: 'short.md' })
  expect(session.effects.slice(-2)).toMatchObject([
    { do: 'send', op: { do: 'comment', content: 'short' } },
    { do: 'forget', files: ['short.md', 'kept.md'] },
  ])
  expect(session.state()).toMatchObject({ notes: [], refused: [] })
})

test('after q nobody is told to go on if the service does not answer', () => {
  const session = play([itemOf(1), itemOf(2)])
  session.press('pq')
  session.hear({ type: 'waiting', count: 1, trouble: 'The service does not answer' })
  expect(session.said().at(-1)).toBe('The service does not answer: 1 waiting.')
})

test('that the service does not answer is told once, and that it answers again', () => {
  const session = play([itemOf(1), itemOf(2)])
  for (const count of [1, 2, 3]) session.hear({ type: 'waiting', count, trouble: 'The service does not answer' })
  session.hear({ type: 'waiting', count: 0, trouble: undefined })
  expect(session.said()).toEqual([
    'The service does not answer: 1 waiting. You can go on.',
    'The service answers again.',
  ])
})

test('reading a large run again is little work, so that keys are answered meanwhile', () => {
  const items = Array.from({ length: 300 }, (_, at) => itemOf(at + 1))
  const session = play(items)
  const fresh = items.map((item) => ({ ...item, assignedTo: 'ben', updatedBy: 'ben' }))
  // A copy of all the tests for each of them would be 90,000 entries.
  const set = vi.spyOn(Map.prototype, 'set')
  session.hear({ type: 'read', items: fresh })
  const entries = set.mock.calls.length
  set.mockRestore()
  expect(entries).toBeLessThan(3000)
  expect([...session.state().items.values()].filter(({ assignedTo }) => assignedTo === 'ben')).toHaveLength(300)
})
