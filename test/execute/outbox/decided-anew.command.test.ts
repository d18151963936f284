import { describe, expect, onTestFinished, test } from 'vitest'
import { RejectedError, UnavailableError } from '../../../src/errors.ts'
import type { ResultName } from '../../../src/contract/vocabulary.ts'
import { itemOf, play } from '../sessions.ts'
import { decided, openRun } from './boxes.ts'

// A test that gets one result after another while the service is away.

const playAway = async (keys: string, theirs: ResultName = 'untested') => {
  const run = await openRun(2)
  onTestFinished(() => run.close())
  if (theirs !== 'untested') await run.setAsBen(1, theirs)
  const box = run.open()
  const items = [1, 2].map((at) => itemOf(at, { id: run.idOf(at), result: at === 1 ? theirs : 'untested' }))
  const session = play(items, { wanted: ['untested', 'failed'] })
  run.wire.before = () => {
    throw new UnavailableError('connection refused')
  }
  session.press(keys)
  const ops = session.sent().filter(({ test: id }) => id === run.idOf(1))
  await Promise.all(ops.map((op) => box.put(1, op)))
  expect(await box.drain()).toBe(false)
  await box.close()
  delete run.wire.before
  const hear = async (next: ReturnType<typeof run.open>) => {
    expect(await next.drain()).toBe(true)
    session.hear(...next.news.filter(({ type }) => type === 'conflict' || type === 'refused'))
  }
  const set = () => session.state().decisions.map(({ from, to }) => `${from} → ${to}`)
  return { run, session, hear, set, result: async () => (await run.held())[0]?.split(' ')[0] }
}
const twice = 'pg1<return>f<return>'

test.each([
  ['the last one is what the next execution sends', twice, 'untested', 'failed'],
  ['also where the test had a result before', twice, 'failed', 'failed'],
  ['and where the last one is taken back, the one before it', `${twice}u`, 'failed', 'passed'],
  ['and where both are taken back, none', `${twice}uu`, 'failed', 'failed'],
] as const)('%s', async (_, keys, theirs, result) => {
  const { run, hear, session, result: held } = await playAway(keys, theirs)
  await hear(run.open())
  expect(session.state().conflicts).toEqual([])
  expect(await held()).toBe(result)
})

test('no earlier one counts as set where the service refuses the last one', async () => {
  const { run, hear, session, set } = await playAway(`${twice}g1<return>p`)
  run.wire.before = (what) => {
    if (what === 'tests.update') throw new RejectedError('the run is closed', { status: 400 })
  }
  await hear(run.open())
  expect(session.state().refused).toHaveLength(1)
  expect(session.state().items.get(run.idOf(1))?.result).toBe('untested')
  expect(set()).toEqual([])
})

describe('an earlier one whose answer was lost', () => {
  const loseFirst = async () => {
    const run = await openRun(1)
    onTestFinished(() => run.close())
    const box = run.open()
    run.wire.pause = () => 1_000_000
    run.wire.after = (what) => {
      if (what === 'tests.update') throw new UnavailableError('the answer is lost')
    }
    box.put(1, decided('passed'))
    await expect.poll(() => box.news.at(-1)).toMatchObject({ trouble: expect.any(String) as string })
    delete run.wire.after
    await box.put(1, decided('failed', 'passed'))
    return { run, box }
  }
  const conflictsOf = async (next: Awaited<ReturnType<typeof loseFirst>>['box']) => {
    expect(await next.drain()).toBe(true)
    return next.news.filter(({ type }) => type === 'conflict')
  }

  test('is not taken for the result of somebody else', async () => {
    const { run, box } = await loseFirst()
    await box.kill()
    expect(await conflictsOf(run.open())).toEqual([])
    expect(await run.held()).toEqual(['failed ana'])
  })

  test('but that of somebody else is not taken for one that came after it', async () => {
    const { run, box } = await loseFirst()
    await box.put(1, decided('passed', 'failed'))
    await box.kill()
    await run.setAsBen(1, 'failed')
    expect(await conflictsOf(run.open())).toHaveLength(1)
    expect(await run.held()).toEqual(['failed ana'])
  })
})

test.each([
  ['an earlier one that was not sent is not taken for the same result of somebody else', twice],
  ['one that is taken back takes nothing back that somebody else has set', 'pu'],
])('%s', async (_, keys) => {
  const { run, hear, result } = await playAway(keys)
  await run.setAsBen(1, 'passed')
  await hear(run.open())
  expect(await result()).toBe('passed')
})

test('one that is taken back after its request failed takes nothing back that somebody else has set', async () => {
  const run = await openRun(1)
  onTestFinished(() => run.close())
  const box = run.open()
  run.wire.pause = () => 1_000_000
  run.wire.before = (what) => {
    if (what === 'tests.update') throw new UnavailableError('connection refused')
  }
  box.put(1, decided('passed'))
  await expect.poll(() => box.news.at(-1)).toMatchObject({ trouble: expect.any(String) as string })
  delete run.wire.before
  await run.setAsBen(1, 'passed')
  box.put(1, { do: 'decide', result: 'untested', from: 'passed', claim: false, takesBack: true })
  expect(await box.drain()).toBe(true)
  expect(await run.held()).toEqual(['passed'])
})

test.each([
  ['stays', 'ct', [], 'inProgress'],
  ['is replaced', 'cm', ['inProgress → failed'], 'failed'],
] as const)('nor where the result of somebody else, set meanwhile, %s', async (_, keys, decisions, result) => {
  const { run, hear, session, set, result: held } = await playAway(twice)
  await run.setAsBen(1, 'inProgress')
  const next = run.open()
  await hear(next)
  session.press(keys)
  const answer = session.sent().at(-1)
  if (keys === 'cm') await next.put(1, answer!)
  await next.drain()
  expect(set()).toEqual(decisions)
  expect(await held()).toBe(result)
})
