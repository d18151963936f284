import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeFile } from '../../../src/system/files/take-file.ts'

test('a lock that another process removes, and a third takes, is not moved aside (DECISIONS 542)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'testctl-take-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'work.lock')
  writeFileSync(path, '4242')
  const { statSync } = fs
  const isThere = (file: unknown) => statSync(String(file), { throwIfNoEntry: false }) !== undefined
  // The third takes the lock just after this process has seen that it is gone.
  const look = (...args: Parameters<typeof statSync>) => {
    if (args[0] !== path || isThere(path)) return statSync(...args)
    writeFileSync(path, '4711')
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
  }
  const use = (statSync: unknown) => {
    Object.assign(fs, { statSync })
    syncBuiltinESMExports()
  }
  use(look)
  onTestFinished(() => use(statSync))
  const io = {
    pid: process.pid,
    now: () => new Date(),
    isRunning: (pid: number) => {
      if (pid === 4242) rmSync(path)
      return pid !== 4242
    },
  }
  expect(() => takeFile(path, io, { taken: (holder) => new Error(`taken by ${holder}`) })).toThrow(
    'taken by process 4711',
  )
  expect(readFileSync(path, 'utf8')).toBe('4711')
  expect(readdirSync(folder)).toEqual(['work.lock'])
})
