import { closeSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openExecutionJournal } from '../../src/execute/journal/index.ts'
import { executionFile, executionsFolder } from '../../src/execute/journal/place.ts'

const header = { version: 1, at: '', pid: 1, service: 's', run: 'r', name: 'Nightly', holder: 'ana' } as const

const openFolder = () => {
  const home = mkdtempSync(join(tmpdir(), 'testctl-execution-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const io = {
    env: { XDG_STATE_HOME: home },
    platform: 'linux' as const,
    uid: process.getuid?.(),
    pid: process.pid,
    isRunning: (pid: number) => pid === process.pid,
    now: () => new Date(),
  }
  const folder = executionsFolder(io)
  mkdirSync(folder, { recursive: true })
  return { io, folder, file: executionFile(folder, header) }
}

test('a journal that cannot be read keeps no lock: the next try says the same', async () => {
  const { io, folder, file } = openFolder()
  writeFileSync(file, 'no journal\n')
  for (const _ of [1, 2])
    await expect(openExecutionJournal(header, io, () => undefined)).rejects.toThrow('is not a journal')
  expect(readdirSync(folder)).toEqual([basename(file)])
})

test.runIf(process.platform === 'linux')('a journal that cannot be closed keeps no lock', async () => {
  const { io, folder, file } = openFolder()
  const journal = await openExecutionJournal(header, io, () => undefined)
  for (const fd of readdirSync('/proc/self/fd')) if (linkOf(`/proc/self/fd/${fd}`) === file) closeSync(Number(fd))
  await expect(journal.close()).rejects.toThrow('EBADF')
  expect(readdirSync(folder)).toEqual([basename(file)])
})

const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
