import { expect, test } from 'vitest'
import { summaryLines } from '../../../src/submission/summary/lines.ts'
import { createProject, outcome, submitTo } from '../service.ts'

test('a dry run counts the comments that the submission then writes, also where only comments are new', async () => {
  const there = await createProject(['a', 'b', 'c', 'd'])
  const failed = (name: string, message: string) => outcome(name, 'failed', { messages: [{ text: message }] })
  await submitTo(there, [failed('a', 'as before'), failed('b', 'old'), failed('c', 'none yet')], {})
  const [test] = (await there.api.tests.list({ testRunId: there.run.id, relations: ['comments'] })).tests.filter(
    ({ name }) => name === 'c',
  )
  await there.api.comments.delete({ commentId: test!.comments![0]!.id })

  const outcomes = [failed('a', 'as before'), failed('b', 'new'), failed('c', 'none yet'), outcome('d')]
  const planned = (await submitTo(there, outcomes, { dryRun: true })).summary
  expect(planned.plan.comments).toEqual({ written: 2, replaced: 1, kept: 1 })
  expect(planned.comments).toEqual({ written: 0, kept: 0, failed: 0, notSent: 0 })
  expect(summaryLines(planned)).toContain('  comments   2  to write, 1 of them in place of an earlier one')

  const { summary } = await submitTo(there, outcomes)
  expect(summary.comments).toEqual({ written: 2, kept: 1, failed: 0, notSent: 0 })
  expect(summary.plan).not.toHaveProperty('comments')
  expect(summaryLines(summary)).toContain('  comments   2  written')
})
