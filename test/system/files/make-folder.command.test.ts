import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../../src/system/files/make-folder.ts'

let above: string
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'testctl-folder-'))
})
afterEach(() => rmSync(above, { recursive: true, force: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a folder is made with those above it, for us alone, and may be there already', () => {
  makeFolder(join(above, 'a/b/c'))
  makeFolder(join(above, 'a/b/c'))
  expect(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(above, path)))).toEqual([0o700, 0o700, 0o700])
  expect(modeOf(above)).toBe(0o700)
})

test('what the disk has against a folder is thrown', () => {
  writeFileSync(join(above, 'file'), '')
  expect(() => makeFolder(join(above, 'file/a/b'))).toThrow('ENOTDIR')
  if (process.platform === 'linux') expect(() => makeFolder('/proc/no/such')).toThrow('ENOENT')
})
