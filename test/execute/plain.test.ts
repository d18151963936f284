import { expect, test } from 'vitest'
import { pageSentences } from '../../src/execute/plain/lines.ts'
import { itemOf, play } from './sessions.ts'

// The sentences that a screen reader gets instead of a page of the board.

test('the tests that are left are told with who they are assigned to, and of very many how many more', () => {
  const items = Array.from({ length: 23 }, (_, at) => itemOf(at + 1, at === 1 ? { assignedTo: 'ben' } : {}))
  const session = play(items)
  session.press('po')
  const [count, first, second, ...others] = pageSentences(session.state())
  expect([count, first, second]).toEqual([
    'Left: 22.',
    'WEB-T2: Case 2. Untested, assigned to ben.',
    'WEB-T3: Case 3. Untested.',
  ])
  expect(others.at(-1)).toBe('And 2 more.')
  expect(others).toHaveLength(19)
})

test.each([
  ['sp', 'The end of the list. 1 test left in the run. Press q to quit, s for the first test left.'],
  ['pp', 'Every test has a result. Press q to quit, b to go back.'],
])('the end says whether anything is left: %s', (keys, said) => {
  const session = play([itemOf(1), itemOf(2)])
  session.press(keys)
  expect(pageSentences(session.state())).toEqual([said])
})
