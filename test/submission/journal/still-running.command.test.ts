import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Io } from '../../../src/system/io.ts'
import {
  chooseJournal,
  type JournalEntry,
  type JournalHeader,
  latestChanging,
  latestUnfinished,
} from '../../../src/submission/journal/index.ts'

// Whether the process of an unfinished submission is still running.

type JournalEnv = Pick<Io, 'start' | 'isRunning'>

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testctl-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A computer, or a container, on which every process id is in use. */
const computer = (more: Partial<JournalEnv> = {}) => ({
  env: { XDG_STATE_HOME: folder },
  platform: 'linux' as const,
  now: () => new Date(),
  cwd: folder,
  uid: process.getuid?.(),
  pid: process.pid,
  isRunning: () => true,
  ...more,
})

const leaveUnfinished = async (begun: { pid: number; start?: string; at: Date }, ...more: JournalEntry[]) => {
  const header: JournalHeader = {
    version: 1,
    ...begun,
    at: begun.at.toISOString(),
    service: 'https://service.test',
    project: 'WEB',
    target: 'the run named CI',
    files: ['/ci/report.xml'],
    written: [1],
    flags: { name: 'CI' },
    digest: 'd1',
  }
  const { journal } = await chooseJournal(header, { named: undefined, io: computer(), warn: () => undefined })
  await journal.note({ did: 'createdRun', id: 'r1', displayId: 1, name: 'CI' }, ...more)
  await journal.close()
}

const isOver = async (more: Partial<JournalEnv> = {}) =>
  (await latestUnfinished('https://service.test', computer(more))) !== undefined

test('one that this process begins is at work, and so is that of another process', async () => {
  await leaveUnfinished({ pid: process.pid, at: new Date() })
  expect(await isOver()).toBe(false)
  await leaveUnfinished({ pid: 4242, at: new Date() })
  expect(await isOver()).toBe(false)
})

test('in a container that begins anew the number of the process before is that of the next: it is resumed', async () => {
  await leaveUnfinished({ pid: process.pid, at: new Date(Date.now() - performance.now() - 10_000) })
  expect(await isOver()).toBe(true)
})

test('after the computer has started anew any number may be in use', async () => {
  await leaveUnfinished({ pid: 4242, at: new Date(1000) })
  expect(await isOver()).toBe(true)
})

test('where the system tells when a process started, neither a clock nor a number that is in use again deceives', async () => {
  const isRunning = (pid: number, start?: string) => pid === 4242 && start === 'boot/7'
  await leaveUnfinished({ pid: 4242, start: 'boot/7', at: new Date(1000) })
  expect(await isOver({ start: 'boot/99', isRunning })).toBe(false)
  await leaveUnfinished({ pid: 4242, start: 'boot/6', at: new Date() })
  expect(await isOver({ start: 'boot/99', isRunning })).toBe(true)
})

test('a submission that is at work is not found to be undone before its process has ended', async () => {
  await leaveUnfinished({ pid: 4242, at: new Date() }, { did: 'set', test: 't1', at: 1 })
  const find = (isRunning: boolean) =>
    latestChanging('https://service.test', computer({ isRunning: () => isRunning }), {})
  expect(await find(true)).toBeUndefined()
  expect(await find(false)).toMatchObject({ run: { id: 'r1' } })
})
