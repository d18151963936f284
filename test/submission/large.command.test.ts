import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Api } from '../../src/contract/index.ts'
import { type JournalHeader, lenient, openJournal, replayJournal } from '../../src/submission/journal/index.ts'
import type { RunTest } from '../../src/runs/read.ts'
import { sendResults } from '../../src/submission/apply/send.ts'
import { createProject, outcome, submitTo } from './service.ts'

// More results than a call can take arguments. The whole submission, with time and memory: test/soak/submission.process.test.ts.

const count = 150_000
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-large-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const begin: JournalHeader = {
  version: 1,
  at: '2026-01-31T12:00:00.000Z',
  pid: 1,
  service: 'https://service.test',
  project: 'WEB',
  target: 'the run named CI',
  files: ['/ci/report.xml'],
  written: [1],
  flags: { name: 'CI' },
  digest: 'd1',
}
const testOf = (at: number): RunTest => ({
  id: `test-${at}`,
  name: `Case ${at}`,
  caseId: `case-${at}`,
  displayId: at,
  result: 'untested',
  updatedAt: undefined,
  identifiers: [`WEB-T${at}`],
  remarks: [],
})
const planned = Array.from({ length: count }, (_, at) => ({
  test: testOf(at),
  outcomes: [],
  from: 'untested' as const,
  to: 'passed' as const,
}))

test('150,000 results are sent, and the journal holds every one of them', async () => {
  const file = join(folder, 'j.ndjson')
  const warnings: unknown[] = []
  const journal = lenient(await openJournal(file), (error) => warnings.push(error))
  await journal.note({ did: 'begin', ...begin })
  const intended = planned.map(({ test, from, to }) => ({
    did: 'intended' as const,
    test: test.id,
    identifier: undefined,
    name: test.name,
    from,
    to,
  }))
  await journal.noteAll(intended)
  const update = async () => ({ test: { updatedAt: '2026-01-31T12:00:00.000Z' } })
  const api = { tests: { update } } as unknown as Api
  const sent = await sendResults(planned, { api, run: 'r', journal, stop: new AbortController().signal })
  await journal.note({ did: 'createdCases', identifiers: planned.map(({ test }) => test.identifiers[0]!) })
  await journal.close()
  expect(warnings).toEqual([])
  expect(sent.done).toHaveLength(count)
  const story = await replayJournal(file)
  expect({ intended: story.intended.size, set: story.set.size, cases: story.createdCases.length }).toEqual({
    intended: count,
    set: count,
    cases: count,
  })
})

test('a journal whose last line is longer than a megabyte is gone on with', async () => {
  const file = join(folder, 'j.ndjson')
  const first = await openJournal(file)
  await first.note({ did: 'begin', ...begin })
  await first.note({ did: 'createdCases', identifiers: planned.map(({ test }) => test.identifiers[0]!) })
  await first.close()
  const second = await openJournal(file)
  await second.note({ did: 'end', complete: true })
  await second.close()
  expect(await replayJournal(file)).toMatchObject({ complete: true, createdCases: { length: count } })
})

test('150,000 results of one test are folded into one', async () => {
  const there = await createProject(['a'])
  const { summary, error } = await submitTo(
    there,
    Array.from({ length: count }, () => outcome('a', 'failed')),
    {},
  )
  expect(error).toBeUndefined()
  expect(summary).toMatchObject({ results: { read: count, folded: count - 1 }, tests: { set: 1 } })
})
