import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replayJournal } from '../../../src/submission/journal/replay.ts'

const begin = { did: 'begin', version: 1 }

/** Writes a journal of these entries and replays it. */
const told = async (...entries: object[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'testctl-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'j.ndjson')
  await writeFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return replayJournal(file)
}

test('of several tries to create a run, the first says how many runs there were before', async () => {
  const tried = { did: 'creatingRun', name: 'CI' }
  const { creatingRun } = await told(begin, { ...tried, before: 3 }, begin, { ...tried, before: 4 })
  expect(creatingRun).toMatchObject({ before: 3 })
})

test('a result that was set again after an undo is not one that the undo restored', async () => {
  const [set, putBack] = ['set', 'putBack'].map((did) => ({ did, test: 't1', at: 5 }))
  expect([...(await told(begin, set!, putBack!)).putBack.keys()]).toEqual(['t1'])
  expect([...(await told(begin, set!, putBack!, begin, set!)).putBack.keys()]).toEqual([])
})

test('of several tries to set a result, the first says what the test held, and since when', async () => {
  const intended = { did: 'intended', test: 't1', name: 'logs in', to: 'failed' }
  const { intended: wanted } = await told(begin, { ...intended, from: 'untested', since: 1 }, begin, {
    ...intended,
    from: 'passed',
    since: 2,
  })
  expect([...wanted.values()]).toEqual([{ ...intended, from: 'untested', since: 1 }])
})

test('of a run that was deleted, nothing is left that a submission changed', async () => {
  const { set, commented, intended } = await told(
    begin,
    { did: 'intended', test: 't1', name: 'logs in', from: 'untested', to: 'failed' },
    { did: 'set', test: 't1', at: 5 },
    { did: 'commented', test: 't1', comment: 'c1', instead: [] },
    { did: 'gone', id: 'r1' },
  )
  expect([intended.size, set.size, commented.length]).toEqual([0, 0, 0])
})

test('of several tries to replace a comment, an undo writes the earlier one once', async () => {
  const commented = { did: 'commented', test: 't1', comment: 'c3', instead: ['no button'], insteadIds: ['c1'] }
  const later = { ...commented, instead: ['no button', 'no button'], insteadIds: ['c1', 'c2'] }
  const { commented: all } = await told(begin, commented, begin, commented, begin, later)
  expect(all).toEqual([later])
})
