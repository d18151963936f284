import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnavailableError, UsageError } from '../../../src/errors.ts'
import {
  chooseJournal,
  type JournalHeader,
  latestUnfinished,
  replayJournal,
} from '../../../src/submission/journal/index.ts'

// Several processes start at the same moment after an interrupted submission: exactly one resumes it. DECISIONS 390

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const gone = 4241
const processOf = (pid: number) => ({
  env: { XDG_STATE_HOME: folder },
  platform: 'linux' as const,
  now: () => new Date(),
  cwd: folder,
  uid: process.getuid?.(),
  pid,
  isRunning: (other: number) => other !== gone,
})

const header = (pid: number): JournalHeader => ({
  version: 1,
  pid,
  at: new Date().toISOString(),
  service: 'https://service.test',
  project: 'WEB',
  target: 'the run named CI',
  files: ['/ci/report.xml'],
  written: [1],
  flags: { name: 'CI' },
  digest: 'd1',
})

const begin = async (
  pid: number,
  more: Pick<Parameters<typeof chooseJournal>[1], 'resumed'> & { named?: string } = {},
) => {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const { journal, earlier } = await chooseJournal(header(pid), { named: undefined, ...more, io: processOf(pid), warn })
  return { file: journal.file, earlier, warnings, close: journal.close }
}

const leaveUnfinished = async (named?: string) => {
  const { file = '', close } = await begin(gone, named === undefined ? {} : { named })
  await close()
  return file
}

const begins = async (file: string) =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('begin'))

test('of two that are typed again at once, one goes on with it, and the other is a submission of its own', async () => {
  const file = await leaveUnfinished()
  const both = await Promise.all([begin(4242), begin(4243)])
  for (const { close } of both) await close()
  expect(both.map(({ earlier }) => earlier !== undefined).toSorted()).toEqual([false, true])
  expect(new Set(both.map((one) => one.file)).size).toBe(2)
  expect(both.flatMap(({ warnings }) => warnings)).toEqual([])
  expect(await begins(file)).toHaveLength(2)
})

test('of two that resume it at once, one does, and the other is told who does', async () => {
  const file = await leaveUnfinished()
  const resumed = await latestUnfinished('https://service.test', processOf(4242))
  const both = await Promise.allSettled([begin(4242, { resumed }), begin(4243, { resumed })])
  for (const one of both) if (one.status === 'fulfilled') await one.value.close()
  const refusals = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  expect(refusals).toEqual([expect.any(UnavailableError)])
  expect(refusals[0]?.message).toMatch(
    /^this submission is (at work|being resumed or undone) already \(process 424[23]\)$/,
  )
  expect(await begins(file)).toHaveLength(2)
})

test('one that is at work is not resumed by its name', async () => {
  const { file = '', close } = await begin(4242)
  const resumed = await replayJournal(file)
  await expect(begin(4243, { resumed })).rejects.toThrow('this submission is at work already (process 4242)')
  await close()
})

test('one that got to its end meanwhile is not resumed', async () => {
  const file = await leaveUnfinished()
  const resumed = await replayJournal(file)
  await writeFile(file, `${JSON.stringify({ did: 'end', complete: true })}\n`, { flag: 'a' })
  await expect(begin(4243, { resumed })).rejects.toThrow('that submission is complete: nothing is left to do')
})

test('of two with the same --journal, one takes it', async () => {
  for (const prepare of [() => undefined, leaveUnfinished]) {
    const named = join(folder, `${prepare.name}.ndjson`)
    await prepare(named)
    const both = await Promise.allSettled([begin(4242, { named }), begin(4243, { named })])
    for (const one of both) if (one.status === 'fulfilled') await one.value.close()
    const refusals = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
    expect(refusals).toEqual([expect.any(Error)])
    expect(refusals[0] instanceof UnavailableError || refusals[0] instanceof UsageError).toBe(true)
  }
})

test('one that is being undone is not gone on with', async () => {
  const file = await leaveUnfinished()
  await writeFile(`${file}.lock`, '4242')
  const { earlier, close } = await begin(4243)
  await close()
  expect(earlier).toBeUndefined()
})
