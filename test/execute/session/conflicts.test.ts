import { describe, expect, test } from 'vitest'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { itemOf, play } from '../sessions.ts'

const conflict = (session: ReturnType<typeof play>, result: ResultName = 'failed') => {
  const op = session.sent().find(({ do: what }) => what === 'decide')
  if (op?.do !== 'decide') throw new Error('nothing was decided')
  session.hear({ type: 'conflict', op, theirs: { result, by: 'ben' } })
}

describe("somebody else's result", () => {
  test('stays by default: it is told, and asked about when one likes', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('p')
    conflict(session)
    expect(session.said().at(-1)).toBe("ben set WEB-T1 Case 1 to failed; you set passed. ben's stays; c to choose.")
    // Keys apply to the test that is shown.
    session.press('p')
    expect(session.results()).toEqual(['T1 passed', 'T2 passed'])
    session.press('c<return>')
    expect(session.state().items.get('t1')?.result).toBe('failed')
    expect(session.results()).toHaveLength(2)
  })

  test('is replaced where one says so', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('p')
    conflict(session)
    session.press('cm')
    expect(session.sent().at(-1)).toMatchObject({ do: 'decide', test: 't1', result: 'passed', from: 'failed' })
  })

  test('is asked about as it is by now, and not changed while it is asked about', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('p')
    conflict(session, 'inProgress')
    session.hear({ type: 'read', items: [itemOf(1, { result: 'failed', updatedBy: 'carl' })] })
    session.press('c')
    expect(session.state().conflicts).toMatchObject([{ theirs: { result: 'failed', by: 'carl' } }])
    session.hear({ type: 'read', items: [itemOf(1, { result: 'untested', updatedBy: 'ben' })] })
    expect(session.state().conflicts).toMatchObject([{ theirs: { result: 'failed', by: 'carl' } }])
    session.press('m')
    expect(session.sent().at(-1)).toMatchObject({ do: 'decide', test: 't1', result: 'passed', from: 'failed' })
  })

  test('is not taken for what opening the test has made of it', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.hear({ type: 'me', me: 'ana' })
    session.press('p')
    conflict(session, 'untested')
    session.press('b')
    expect(session.sent().at(-1)).toMatchObject({ do: 'open', test: 't1' })
    session.hear({ type: 'read', items: [itemOf(1, { result: 'inProgress', updatedBy: 'ana' })] })
    expect(session.state().conflicts).toMatchObject([{ theirs: { result: 'untested', by: 'ben' } }])
  })

  test('stays where one takes back the own one, which was never stored, and its note', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('fbroken<return>')
    conflict(session, 'passed')
    const sent = session.sent().length
    session.press('u')
    expect(session.said().at(-1)).toBe("ben's result stays: WEB-T1 Case 1 is passed")
    expect(session.sent().slice(sent)).toMatchObject([{ do: 'uncomment' }, { do: 'leave', test: 't2' }])
    session.press('q')
    expect(session.effects.at(-1)).toEqual({ do: 'quit', by: 'key' })
    expect(session.state()).toMatchObject({ conflicts: [], decisions: [] })
  })

  test('leaves the earlier decision for the same result, which was stored', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('pg1<return>p')
    const [, op] = session.sent().filter(({ do: what }) => what === 'decide')
    if (op?.do !== 'decide') throw new Error('it was decided once only')
    session.hear({ type: 'conflict', op, theirs: { result: 'failed', by: 'ben' } })
    session.press('u')
    expect(session.said().at(-1)).toBe("ben's result stays: WEB-T1 Case 1 is failed")
    expect(session.state().decisions).toMatchObject([{ test: 't1', from: 'untested', to: 'passed' }])
  })

  test('is asked about once if two decisions on a test were not stored, as the later one', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('fone<return>g1<return>ftwo<return>')
    const decided = session.sent().flatMap((op) => (op.do === 'decide' ? [op] : []))
    for (const op of decided) session.hear({ type: 'conflict', op, theirs: { result: 'passed', by: 'ben' } })
    expect(session.state().conflicts).toMatchObject([{ op: { n: decided[1]?.n } }])
    session.press('u')
    expect(session.said().at(-1)).toBe("ben's result stays: WEB-T1 Case 1 is passed")
    expect(session.state()).toMatchObject({ conflicts: [], decisions: [] })
  })

  test('that an earlier decision met is what taking back a later one restores', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('pg1<return>f<return>')
    conflict(session, 'inProgress')
    expect(session.state()).toMatchObject({ conflicts: [], decisions: [{ from: 'inProgress', to: 'failed' }] })
    session.press('u')
    expect(session.sent().findLast(({ do: what }) => what === 'decide')).toMatchObject({ result: 'inProgress' })
  })

  test('is asked about again where it was replaced, and somebody was quicker again', () => {
    const session = play([itemOf(1), itemOf(2), itemOf(3)])
    session.press('pp')
    conflict(session)
    session.press('cm')
    const op = session.sent().at(-1)
    if (op?.do !== 'decide') throw new Error('it was not sent again')
    session.hear({ type: 'conflict', op, theirs: { result: 'untested', by: 'carl' } })
    expect(session.state().conflicts).toMatchObject([{ theirs: { result: 'untested', by: 'carl' } }])
    session.press('u')
    expect(session.state().decisions).toMatchObject([{ test: 't2' }])
  })

  test('is not asked about where the own one was taken back before it was heard', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('pu')
    conflict(session)
    expect(session.said().at(-1)).toBe("ben's result stays: WEB-T1 Case 1 is failed")
    expect(session.state()).toMatchObject({ conflicts: [], decisions: [] })
  })

  test('is not asked about any more once one decides anew', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('p')
    conflict(session)
    session.press('g1<return>p')
    expect(session.results()).toEqual(['T1 passed', 'T1 passed'])
    expect(session.state()).toMatchObject({ conflicts: [], decisions: [{ from: 'failed', to: 'passed' }] })
    expect(session.effects).toContainEqual({ do: 'drop', n: 2 })
  })

  test('comes back where one takes back what replaced it', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('p')
    conflict(session)
    session.press('cmu')
    expect(session.sent().findLast(({ do: what }) => what === 'decide')).toMatchObject({
      result: 'failed',
      takesBack: true,
    })
  })

  test('is asked about before the end', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.press('p')
    conflict(session)
    session.press('q')
    expect(session.effects.at(-1)?.do).not.toBe('quit')
    session.press('t')
    expect(session.effects.at(-1)).toEqual({ do: 'quit', by: 'key' })
  })

  test('is told of the test that is shown', () => {
    const session = play([itemOf(1), itemOf(2)])
    session.hear({ type: 'found', test: 't1', result: 'failed', assignedTo: 'ben', by: 'ben', isOurs: false })
    expect(session.state().notice).toBe('ben set WEB-T1 to failed meanwhile.')
    expect(session.state().items.get('t1')?.assignedTo).toBe('ben')
  })
})
