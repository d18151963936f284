import { expect, test } from 'vitest'
import type { ExecutionEntry } from '../../src/execute/journal/entry.ts'
import { replayExecution } from '../../src/execute/journal/replay.ts'
import type { Op, OpBody } from '../../src/execute/outbox/op.ts'

// The state that a killed execution leaves to the next one.

const replay = (...entries: readonly ExecutionEntry[]) =>
  replayExecution(entries.map((one) => `${JSON.stringify(one)}\n`).join(''), 'run.ndjson')
const intend = (n: number, test: string, body: OpBody): ExecutionEntry => ({
  did: 'intend',
  op: { n, test, identifier: `WEB-${test}`, ...body },
})
const open = (n: number, name: string) => intend(n, name, { do: 'open', before: 'failed', claim: false })
const pass = (n: number, name: string) =>
  intend(n, name, { do: 'decide', result: 'passed', from: 'inProgress', claim: false })
const numbersOf = (ops: readonly Op[]) => ops.map(({ n }) => n)

test('what was not sent is sent next, in its order, with numbers that go on', () => {
  const { pending, opened, next } = replay(
    open(1, 'T1'),
    { did: 'sent', n: 1, test: 'T1' },
    pass(2, 'T1'),
    open(3, 'T2'),
  )
  expect(numbersOf(pending)).toEqual([2, 3])
  expect([...opened]).toEqual([['T2', 'failed']])
  expect(next).toBe(4)
})

test('a test whose decision was refused is open again, with what it was before', () => {
  const { pending, opened } = replay(open(1, 'T1'), pass(2, 'T1'), { did: 'dropped', n: 2 })
  expect(numbersOf(pending)).toEqual([1])
  expect([...opened]).toEqual([['T1', 'failed']])
})

test.each([
  ['a later decision about it', pass(3, 'T1'), []],
  ['that it was left', intend(3, 'T1', { do: 'leave', before: 'failed' }), []],
  ['a note on it', intend(3, 'T1', { do: 'comment', content: 'odd' }), ['T1']],
  ['a decision about another test', pass(3, 'T2'), ['T1']],
])('but not where the journal has %s', (_, later, stillOpen) => {
  const { opened } = replay(open(1, 'T1'), pass(2, 'T1'), later, { did: 'dropped', n: 2 })
  expect([...opened.keys()]).toEqual(stillOpen)
})

test('an earlier decision about it that is still to be sent leaves it open', () => {
  const { opened } = replay(open(1, 'T1'), pass(2, 'T1'), pass(3, 'T1'), { did: 'dropped', n: 3 })
  expect([...opened.keys()]).toEqual(['T1'])
})

test('what was sent is known: the result, who took the test, the comment', () => {
  const sent = { did: 'sent', n: 1, test: 'T1', result: 'passed', claimed: true, comment: 'c1' } as const
  const { held, claimed, comments } = replay(pass(1, 'T1'), sent, pass(2, 'T2'), { did: 'sent', n: 2, test: 'T2' })
  expect([[...held], [...claimed], [...comments]]).toEqual([[['T1', 'passed']], ['T1'], [[1, 'c1']]])
  expect([...replay(pass(1, 'T1'), sent, { ...sent, claimed: false }).claimed]).toEqual([])
})

test('steps that were taken back and files that were named are forgotten', () => {
  const draft = { test: 'T1', identifier: 'WEB-T1', file: '/notes/1.md' }
  const { ticks, drafts } = replay(
    { did: 'tick', test: 'T1', steps: [0, 1] },
    { did: 'tick', test: 'T2', steps: [0] },
    { did: 'tick', test: 'T2', steps: [] },
    { did: 'draft', ...draft },
    { did: 'draft', ...draft, file: '/notes/2.md' },
    { did: 'named', file: '/notes/2.md' },
  )
  expect([[...ticks], drafts]).toEqual([[['T1', [0, 1]]], [draft]])
})
