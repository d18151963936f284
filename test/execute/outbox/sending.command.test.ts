import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { decided, left, opened, openRun } from './boxes.ts'

let run: Awaited<ReturnType<typeof openRun>>
afterEach(() => run.close())

describe('what is sent', () => {
  test('a test that is opened is in progress and taken, and put back when it is left', async () => {
    run = await openRun(1)
    const box = run.open()
    box.put(1, opened)
    expect(await box.drain()).toBe(true)
    expect(await run.held()).toEqual(['inProgress ana'])
    box.put(1, left)
    await box.drain()
    expect(await run.held()).toEqual(['untested'])
  })

  test('a test that somebody assigned to the tester after it was left stays assigned when it is left again', async () => {
    run = await openRun(1)
    const box = run.open()
    for (const body of [opened, left]) {
      box.put(1, body)
      await box.drain()
    }
    await run.ben.tests.update({ testId: run.idOf(1), assignedTo: 'ana' })
    for (const body of [opened, left]) {
      box.put(1, body)
      await box.drain()
    }
    expect(await run.held()).toEqual(['untested ana'])
  })

  test('where the service does not say whose key it is, the first answer does', async () => {
    run = await openRun(1)
    const box = run.open(null)
    box.put(1, opened)
    await box.drain()
    expect(await run.held()).toEqual(['inProgress ana'])
    box.put(1, left)
    await box.drain()
    expect(await run.held()).toEqual(['untested'])
  })

  test('a test that somebody has stays theirs', async () => {
    run = await openRun(1)
    await run.ben.tests.update({ testId: run.idOf(1), assignedTo: 'ben' })
    const box = run.open()
    box.put(1, opened)
    box.put(1, decided('passed'))
    await box.drain()
    expect(await run.held()).toEqual(['passed ben'])
  })

  test('keys that come faster than answers need no request for the opening', async () => {
    run = await openRun(20)
    const box = run.open()
    run.wire.before = () => rest(5)
    for (let at = 1; at <= 20; at++) {
      box.put(at, opened)
      box.put(at, decided('passed'))
    }
    await box.drain()
    expect(await run.held()).toEqual(Array.from({ length: 20 }, () => 'passed ana'))
    expect(run.calls.filter((call) => call === 'tests.update')).toHaveLength(20)
  })

  test('of several decisions on a test the last one counts', async () => {
    run = await openRun(1)
    const box = run.open()
    box.put(1, decided('passed'))
    box.put(1, decided('untested', 'passed'))
    box.put(1, decided('failed'))
    await box.drain()
    expect(await run.held()).toEqual(['failed ana'])
    expect(run.calls.filter((call) => call === 'tests.update')).toHaveLength(1)
  })

  test('a decision that is taken back gives the test back', async () => {
    run = await openRun(1)
    const box = run.open()
    box.put(1, decided('passed'))
    await box.drain()
    expect(await run.held()).toEqual(['passed ana'])
    box.put(1, { do: 'decide', result: 'untested', from: 'passed', claim: false })
    box.put(1, opened)
    box.put(1, left)
    await box.drain()
    expect(await run.held()).toEqual(['untested'])
  })

  test('a decision that is taken back leaves the test to whom another person has given it meanwhile', async () => {
    run = await openRun(1)
    const box = run.open()
    box.put(1, decided('passed'))
    await box.drain()
    await run.ben.tests.update({ testId: run.idOf(1), result: 'untested', assignedTo: 'carl' })
    box.put(1, { do: 'decide', result: 'untested', from: 'passed', claim: false, takesBack: true })
    await box.drain()
    expect(await run.held()).toEqual(['untested carl'])
  })

  test('a note that is taken back goes, before it is sent and after', async () => {
    run = await openRun(1)
    const box = run.open()
    for (const content of ['first', 'second']) {
      box.put(1, { do: 'comment', content })
      const of = box.number()
      if (content === 'first') await box.drain()
      box.put(1, { do: 'uncomment', of })
    }
    await box.drain()
    expect(await run.held()).toEqual(['untested'])
    expect(run.calls.filter((call) => call === 'comments.create')).toHaveLength(1)
  })
})

describe('what somebody else set meanwhile', () => {
  test('stays: whoever decided is told, and may set it anyway', async () => {
    run = await openRun(2)
    const box = run.open()
    await run.setAsBen(1, 'failed')
    box.put(1, decided('passed'))
    box.put(2, decided('passed'))
    await box.drain()
    expect(await run.held()).toEqual(['failed', 'passed ana'])
    const conflict = box.news.find(({ type }) => type === 'conflict')
    expect(conflict).toMatchObject({ theirs: { result: 'failed', by: 'ben' } })
    box.put(1, { do: 'decide', result: 'passed', from: 'failed', claim: false })
    await box.drain()
    expect(await run.held()).toEqual(['passed', 'passed ana'])
  })

  test('is left alone when the test is left', async () => {
    run = await openRun(1)
    const box = run.open()
    box.put(1, opened)
    await box.drain()
    await run.setAsBen(1, 'failed')
    box.put(1, left)
    await box.drain()
    expect(await run.held()).toEqual(['failed ana'])
  })

  test('what was opened by somebody else is not put back', async () => {
    run = await openRun(1)
    await run.setAsBen(1, 'inProgress')
    const box = run.open()
    box.put(1, opened)
    await box.drain()
    box.put(1, left)
    await box.drain()
    expect(await run.held()).toEqual(['inProgress'])
  })

  test.each([
    ['the same result', ['failed']],
    ['a result that was changed and changed back', ['passed', 'failed']],
  ] as const)('%s is not taken back by the key for the own one', async (_, theirs) => {
    run = await openRun(1)
    const box = run.open()
    if (theirs.length > 1) {
      box.put(1, decided('failed'))
      await box.drain()
    } else box.put(1, opened)
    await box.drain()
    for (const result of theirs) await run.setAsBen(1, result)
    if (theirs.length === 1) box.put(1, decided('failed', 'inProgress'))
    await box.drain()
    box.put(1, { do: 'decide', result: 'untested', from: 'failed', claim: false, takesBack: true })
    await box.drain()
    expect(await run.held()).toEqual(['failed ana'])
    expect(box.news.find(({ type }) => type === 'conflict')).toMatchObject({ theirs: { result: 'failed', by: 'ben' } })
  })

  test('is asked about the next time where the session ended before there was an answer', async () => {
    run = await openRun(1)
    await run.setAsBen(1, 'failed')
    const box = run.open()
    box.put(1, decided('passed'))
    await box.drain()
    await box.close()
    const next = run.open()
    await next.drain()
    expect(next.news.find(({ type }) => type === 'conflict')).toMatchObject({ op: { result: 'passed' } })
    expect(await run.held()).toEqual(['failed'])
  })

  test('the same result is no conflict', async () => {
    run = await openRun(1)
    await run.setAsBen(1, 'passed')
    const box = run.open()
    box.put(1, decided('passed'))
    await box.drain()
    expect(box.news.some(({ type }) => type === 'conflict')).toBe(false)
  })
})
