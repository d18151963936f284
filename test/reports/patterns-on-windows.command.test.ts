import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFiles } from '../../src/reports/files/find.ts'

const folder = mkdtempSync(join(tmpdir(), 'testctl-patterns-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'rep/web'), { recursive: true })
mkdirSync(join(folder, 'Files (x86)/{1}'), { recursive: true })
for (const name of ['Files (x86)/{1}/d.xml', 'rep/a.xml', 'rep/B.XML', 'rep/web/c.xml']) writeFileSync(join(folder, name), '<testsuite/>')

const find = (platform: NodeJS.Platform, ...typed: string[]) =>
  findFiles(typed, { cwd: folder, platform, stop: new AbortController().signal })

test('on Windows a pattern may be written with backslashes, and in upper or lower case', async () => {
  expect(await find('win32', 'rep\\*.xml')).toEqual(['rep/B.XML', 'rep/a.xml'])
  expect(await find('win32', 'rep\\**\\C.xml')).toEqual(['rep/web/c.xml'])
  expect(await find('win32', 'Files (x86)\\{1}\\*.xml')).toEqual(['Files (x86)/{1}/d.xml'])
  expect(await find('win32', 'FILES (X*\\{1}\\*.xml')).toEqual(['Files (x86)/{1}/d.xml'])
  await expect(find('win32', 'rep\\*.trx')).rejects.toMatchObject({ message: 'no file matches rep\\*.trx' })
})

test('elsewhere a backslash takes the meaning from what follows, and names differ by their case', async () => {
  expect(await find('linux', 'rep/\\*.xml')).toEqual(['rep/\\*.xml'])
  expect(await find('linux', 'rep/*.xml')).toEqual(['rep/a.xml'])
})
