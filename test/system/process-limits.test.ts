import { expect, test } from 'vitest'
import { limitOf, outOfFiles } from '../../src/system/limits/process-limits.ts'

test('what lets a process open more files is more than what it may open', () => {
  const [, files] = /ulimit -n (\d+)$/.exec(outOfFiles().hint ?? '') ?? []
  expect(Number(files)).toBeGreaterThanOrEqual(1024)
  expect(Number(files)).toBeGreaterThan(limitOf('open files') ?? 0)
})
