import { expect, test } from 'vitest'
import { usualPolicy } from '../../../src/submission/plan/policy.ts'
import { commentOn } from '../../../src/submission/apply/comment-text.ts'
import { linesOfFailures, messageInComment } from '../../../src/runs/comments/message.ts'
import type { Outcome } from '../../../src/reports/outcome.ts'
import { outcome as outcomeAt } from '../../submission/outcome.ts'

const outcome = (result: Outcome['result'], more: Partial<Outcome> = {}) => outcomeAt('Login › pays', result, more)

/** Reads the message from the comment that a submission of these results writes. */
const told = (...outcomes: Outcome[]) => {
  const content = commentOn({ outcomes }, { mask: (text) => text, limit: usualPolicy.commentLimit })
  return messageInComment({ remarks: [{ id: 'c1', content }] })
}

test('why a test failed is read out of the comment that a submission wrote', () => {
  const messages = [{ message: 'expected 1, got 2', text: 'at a.js:1\nat b.js:2' }]
  expect(told(outcome('failed', { messages }))).toEqual({
    message: 'expected 1, got 2',
    text: 'expected 1, got 2\nat a.js:1\nat b.js:2',
  })
  expect(told(outcome('failed', { messages, error: true }))?.message).toBe('expected 1, got 2')
  expect(told(outcome('passed'), outcome('failed', { messages }))?.message).toBe('expected 1, got 2')
})

test('nothing is told by a failure without a message, by another result, or where there is no comment', () => {
  expect(told(outcome('failed'))).toBeUndefined()
  expect(told(outcome('passed', { messages: [{ text: 'printed' }] }))).toBeUndefined()
  expect(messageInComment({ remarks: [] })).toBeUndefined()
  expect(messageInComment({ remarks: [{ id: 'c', content: '' }] })).toBeUndefined()
})

test('the place of a failure is looked for in the lines of failures, with an error or without, and in no others', () => {
  const of = (text: string) => ({ messages: [{ text }] })
  const why = told(
    outcome('failed', of('at a.js:1')),
    outcome('passed', of('printed at b.js:2')),
    outcome('failed', { ...of('at c.js:3'), error: true }),
  )
  expect(linesOfFailures(why?.text ?? '').filter(Boolean)).toEqual(['at a.js:1', 'at c.js:3'])
})
