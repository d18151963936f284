import { describe, expect, test } from 'vitest'
import { itemOf, play } from '../sessions.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => itemOf(at + 1))
const steps = [
  { action: 'Open the page', expectation: 'The form is shown' },
  { action: 'Type a wrong password', expectation: '' },
]

describe('a key is for the test that is shown', () => {
  test('sixty p set sixty tests passed, each once, in their order', () => {
    const session = play(many(60))
    session.press('p'.repeat(60))
    expect(session.results()).toEqual(many(60).map(({ displayId }) => `T${displayId} passed`))
    expect(session.state().mode.at).toBe('end')
  })

  test('keys beyond the last test set nothing', () => {
    const session = play(many(2))
    session.press('ppppp')
    expect(session.results()).toEqual(['T1 passed', 'T2 passed'])
  })

  test('what is heard meanwhile does not move the test away, nor ask anything', () => {
    const session = play(many(3))
    session.press('p')
    session.hear(
      { type: 'waiting', count: 1, trouble: 'The service does not answer' },
      { type: 'read', items: [itemOf(2, { result: 'failed', updatedBy: 'ben' })] },
    )
    session.press('p')
    expect(session.results()).toEqual(['T1 passed', 'T2 passed'])
    // `from` is the result that was shown. The outbox checks before sending whether the test still has it.
    expect(session.sent().find(({ do: what, test: id }) => what === 'decide' && id === 't2')).toMatchObject({
      from: 'untested',
    })
  })

  test('a test that somebody else has decided meanwhile is not shown any more', () => {
    const session = play(many(3))
    session.hear({ type: 'read', items: [itemOf(2, { result: 'passed', updatedBy: 'ben' })] })
    session.press('pf<return>')
    expect(session.results()).toEqual(['T1 passed', 'T3 failed'])
  })

  test('what is pasted sets nothing, and is text in a note, which keeps its lines', () => {
    const session = play(many(2))
    session.hear({ type: 'paste', text: 'pppq\npp' })
    expect(session.results()).toEqual([])
    session.press('n')
    session.hear({ type: 'paste', text: 'first\nsecond' })
    session.press('<return>')
    expect(session.sent().at(-1)).toMatchObject({ do: 'comment', test: 't1', content: 'first\nsecond' })
    session.press('f')
    session.hear({ type: 'paste', text: 'Error: x\n\tat y\n' })
    session.press('<return>/')
    expect(session.sent()).toContainEqual(expect.objectContaining({ do: 'comment', content: 'Error: x\n\tat y' }))
    session.hear({ type: 'paste', text: 'a\nb' })
    expect(session.state().mode).toMatchObject({ ask: 'search', input: { text: 'a b' } })
  })
})

describe('the note on a failure', () => {
  test('is a comment; without one there is none', () => {
    const session = play(many(2))
    session.press('fbroken<return>f<return>')
    expect(session.results()).toEqual(['T1 failed', 'T2 failed'])
    expect(session.sent().filter((op) => op.do === 'comment')).toMatchObject([{ test: 't1', content: 'broken' }])
  })

  test('begins with the first step that is not ticked, where some are', () => {
    const session = play([itemOf(1, { steps })])
    session.press('f')
    expect(session.state().mode).toMatchObject({ input: { text: '' } })
    session.press('<escape> f')
    expect(session.state().mode).toMatchObject({ input: { text: 'Step 2: Type a wrong password: ' } })
  })

  test('Esc sets nothing', () => {
    const session = play(many(1))
    session.press('fbro<escape>')
    expect(session.results()).toEqual([])
    expect(session.state().mode.at).toBe('test')
  })

  test('Ctrl-C leaves only the line, and says that another one quits; a terminal that goes away ends the session', () => {
    const session = play(many(1))
    session.press('fbro<C-c>')
    expect(session.state().mode.at).toBe('test')
    expect(session.said().at(-1)).toBe('Nothing was done. Press Ctrl-C again to quit.')
    expect(session.effects.filter(({ do: what }) => what === 'quit')).toEqual([])
    session.press('<C-c>')
    expect(session.effects.at(-1)).toEqual({ do: 'quit', by: 'interrupt' })
    const other = play(many(1))
    other.press('fbro')
    other.hear({ type: 'hungUp' })
    expect(other.effects.at(-1)).toEqual({ do: 'quit', by: 'interrupt' })
  })

  test('is edited as a line is', () => {
    const session = play(many(1))
    session.press('fabc def<C-w>x<left><left><backspace>y<home>z<delete><C-e>!<return>')
    expect(session.sent().at(-1)).toMatchObject({ do: 'comment', content: 'zby x!' })
  })
})

test.each([
  ['the keys', '?'],
  ['the list of what is left', 'o'],
])('Esc leaves %s, and the test is shown again', (_, key) => {
  const session = play(many(1))
  session.press(`${key}<escape>`)
  expect(session.state().mode.at).toBe('test')
  session.press('p')
  expect(session.results()).toEqual(['T1 passed'])
})

describe('going elsewhere', () => {
  test('a skipped test is put back, and can be gone back to', () => {
    const session = play(many(2))
    session.press('sbp')
    expect(session.sent()).toMatchObject([
      { do: 'open', test: 't1' },
      { do: 'leave', test: 't1', before: 'untested' },
      { do: 'open', test: 't2' },
      { do: 'leave', test: 't2' },
      { do: 'open', test: 't1' },
      { do: 'decide', test: 't1' },
      { do: 'open', test: 't2' },
    ])
  })

  test('g goes to a number, / to a name, with accents or without, also to what is decided', () => {
    const session = play([...many(11), itemOf(12, { name: 'Pays by cárd', result: 'failed' })])
    session.press('g11<return>')
    expect(session.state().at).toBe('t11')
    session.press('/CARD<return>p')
    expect(session.results()).toEqual(['T12 passed'])
    session.press('g99<return>')
    expect(session.state().notice).toBe('The run has no test 99.')
  })

  test('failed tests that were chosen come one after another, also one that fails again', () => {
    const failed = [1, 2, 3].map((at) => itemOf(at, { result: 'failed' }))
    const session = play(failed, { wanted: ['failed'] })
    session.press('f<return>p')
    expect(session.results()).toEqual(['T1 failed', 'T2 passed'])
    session.press('u')
    expect(session.state().at).toBe('t2')
    session.press('pp')
    expect(session.state().mode.at).toBe('end')
  })

  test('u takes the last result back with its note, and shows its test', () => {
    const session = play(many(3))
    session.press('pfbroken<return>u')
    expect(session.results()).toEqual(['T1 passed', 'T2 failed', 'T2 untested'])
    const made = session.sent().find(({ do: what }) => what === 'comment')
    expect(session.sent().find(({ do: what }) => what === 'uncomment')).toMatchObject({ of: made?.n })
    expect(session.state().at).toBe('t2')
    session.press('uu')
    expect(session.state().at).toBe('t1')
    expect(session.said().at(-1)).toBe('There is nothing to undo.')
  })

  test('q puts back what was open, and a test with a result stays as it is', () => {
    const session = play(many(2))
    session.press('pq')
    expect(session.sent().at(-1)).toMatchObject({ do: 'leave', test: 't2', before: 'untested' })
    expect(session.effects.at(-1)).toEqual({ do: 'quit', by: 'key' })
  })
})
