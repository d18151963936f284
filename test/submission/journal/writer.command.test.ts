import { appendFile, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type JournalHeader,
  chooseJournal,
  latestUnfinished,
  openJournal,
  replayJournal,
  journalDirectory,
} from '../../../src/submission/journal/index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const beginning: JournalHeader = {
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
const begin = { did: 'begin' as const, ...beginning }
const file = () => join(folder, 'j.ndjson')

const surroundings = () => ({
  env: { XDG_STATE_HOME: folder },
  platform: 'linux' as const,
  now: () => new Date('2026-01-31T12:00:00Z'),
  cwd: folder,
  uid: process.getuid?.(),
  pid: process.pid,
  isRunning: () => false,
})
const choose = (given: Partial<JournalHeader> = {}, options: { named?: string; isRunning?: () => boolean } = {}) => {
  const warnings: string[] = []
  const { named, ...io } = { ...surroundings(), named: undefined, ...options }
  const chosen = chooseJournal({ ...beginning, ...given }, { named, io, warn: (text) => warnings.push(text) })
  return chosen.then((one) => ({ ...one, warnings }))
}

test('what is noted is on the disk when note returns, and only its owner can read it', async () => {
  const journal = await openJournal(file())
  await journal.note(begin, { did: 'creatingRun', name: 'CI', before: 3 })
  expect((await readFile(file(), 'utf8')).split('\n')).toHaveLength(3)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  await journal.close()
})

test('a thousand notes at once are all there, in their order', async () => {
  const journal = await openJournal(file())
  await journal.note(begin)
  await Promise.all(Array.from({ length: 1000 }, (_, at) => journal.note({ did: 'set', test: `t${at}`, at })))
  await journal.close()
  expect([...(await replayJournal(file())).set.values()]).toEqual(Array.from({ length: 1000 }, (_, at) => at))
})

test('a line that was cut off is no entry, and the next one does not run into it', async () => {
  const first = await openJournal(file())
  await first.note(begin, { did: 'set', test: 't1', at: 1 })
  await first.close()
  await appendFile(file(), '{"did":"set","te')
  expect([...(await replayJournal(file())).set.keys()]).toEqual(['t1'])
  const second = await openJournal(file())
  await second.note({ did: 'set', test: 't2', at: 2 })
  await second.close()
  expect([...(await replayJournal(file())).set.keys()]).toEqual(['t1', 't2'])
})

test('of several tries the first intention holds what was there before', async () => {
  const journal = await openJournal(file())
  const intended = { did: 'intended' as const, test: 't1', identifier: 'WEB-T1', name: 'a' }
  await journal.note(begin, { ...intended, from: 'untested', to: 'failed' }, { did: 'end', complete: false })
  await journal.note(begin, { ...intended, from: 'failed', to: 'passed' }, { did: 'end', complete: true })
  await journal.close()
  const story = await replayJournal(file())
  expect(story.intended.get('t1')).toMatchObject({ from: 'untested', to: 'passed' })
  expect(story.complete).toBe(true)
})

describe('what is no journal is refused', () => {
  test.for([
    ['a file that is not there', undefined, 'there is no journal'],
    ['an empty file', '', 'is not a journal'],
    ['a report', '<testsuite/>\n', 'is not a line of a journal'],
    ['a later version', `${JSON.stringify({ ...begin, version: 2 })}\n`, 'is not a journal that this testctl reads'],
    ['a broken line in the middle', `${JSON.stringify(begin)}\nnull\n`, 'j.ndjson:2 is not a line of a journal'],
  ] as const)('%s', async ([, content, message]) => {
    if (content !== undefined) await writeFile(file(), content)
    await expect(replayJournal(file())).rejects.toThrow(message)
  })
})

describe('the same submission again', () => {
  const run = { id: 'r1', name: 'CI', displayId: 7 }
  const leaveUnfinished = async () => {
    const { journal } = await choose()
    await journal.note({ did: 'createdRun', ...run })
    await journal.close()
  }

  test('goes on in the journal of one that did not get to its end', async () => {
    await leaveUnfinished()
    const { earlier, journal, warnings } = await choose()
    await journal.close()
    expect(earlier?.createdRun).toMatchObject(run)
    expect(warnings).toEqual([])
    expect(await latestUnfinished(beginning.service, surroundings())).toBeDefined()
  })

  test('does not wait for what earlier ones wrote that got to their end, however much it is', async () => {
    const { journal } = await choose()
    await truncate(journal.file!, 300 * 1024 * 1024)
    await journal.note({ did: 'set', test: 't1', at: 1 }, { did: 'end', complete: true })
    await journal.close()
    const { earlier, journal: next } = await choose()
    await next.close()
    expect([earlier, next.file === journal.file]).toEqual([undefined, false])
    expect(await latestUnfinished(beginning.service, { ...surroundings(), isRunning: () => true })).toBeUndefined()
  })

  test.for<[string, Partial<JournalHeader>]>([
    ['to another service', { service: 'https://other.test' }],
    ['into another run', { target: 'the run named other' }],
    ['of other files', { files: ['/ci/other.xml'] }],
  ])('%s begins anew', async ([, other]) => {
    await leaveUnfinished()
    const { earlier, journal, warnings } = await choose(other)
    await journal.close()
    expect({ earlier, warnings }).toEqual({ earlier: undefined, warnings: [] })
  })

  test.for<[string, Partial<JournalHeader>]>([
    ['with other results', { digest: 'd2' }],
    ['of files that were written since', { written: [2] }],
  ])('%s begins anew, and says that something was left behind', async ([, other]) => {
    await leaveUnfinished()
    const { earlier, journal, warnings } = await choose(other)
    await journal.close()
    expect(earlier).toBeUndefined()
    expect(warnings.join()).toContain('the reports have changed')
  })

  test('begins anew while the other is still at work, and once it is done', async () => {
    await leaveUnfinished()
    const beside = await choose({}, { isRunning: () => true })
    await beside.journal.note({ did: 'end', complete: true })
    await beside.journal.close()
    expect(beside.earlier).toBeUndefined()
    const first = await choose()
    await first.journal.note({ did: 'end', complete: true })
    await first.journal.close()
    const { earlier, journal } = await choose()
    await journal.close()
    expect(earlier).toBeUndefined()
  })
})

test('journals of more than thirty days ago are removed', async () => {
  const { journal } = await choose()
  await journal.note({ did: 'end', complete: true })
  await journal.close()
  const old = new Date('2025-12-01T12:00:00Z')
  await utimes(journal.file ?? '', old, old)
  const next = await choose({ digest: 'd2' })
  await next.journal.close()
  await expect(stat(journal.file ?? '')).rejects.toThrow('ENOENT')
})

test('where no journal can be written, that is said, and the submission goes on', async () => {
  await writeFile(join(folder, 'testctl'), 'a file in the place of the folder')
  const { journal, warnings } = await choose()
  expect(journal.file).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining("no journal is kept, so this submission can't be undone")])
})

test('a journal that was named must be writable, and of this submission', async () => {
  await expect(choose({}, { named: folder })).rejects.toThrow('the journal cannot be written')
  const { journal } = await choose({}, { named: file() })
  await journal.close()
  await expect(choose({ digest: 'd2' }, { named: file() })).rejects.toThrow('is the journal of another submission')
  const again = await choose({}, { named: file() })
  await again.journal.close()
  expect(again.earlier).toBeDefined()
})

test('none keeps none', async () => {
  const { journal } = await choose({}, { named: 'none' })
  expect(journal.file).toBeUndefined()
  await expect(stat(journalDirectory(surroundings()) ?? '')).rejects.toThrow('ENOENT')
})
