import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openExecutionJournal } from '../../src/execute/journal/index.ts'
import { executionFile, executionsFolder } from '../../src/execute/journal/place.ts'

test('a journal that cannot be read keeps no lock: the next try says the same', async () => {
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
  const header = { version: 1, at: '', pid: 1, service: 's', run: 'r', name: 'Nightly', holder: 'ana' } as const
  const folder = executionsFolder(io)
  mkdirSync(folder, { recursive: true })
  const file = executionFile(folder, header)
  writeFileSync(file, 'no journal\n')
  for (const _ of [1, 2])
    await expect(openExecutionJournal(header, io, () => undefined)).rejects.toThrow('is not a journal')
  expect(readdirSync(folder)).toEqual([basename(file)])
})
