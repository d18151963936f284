import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// Files that are not text, and empty paths.

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())
const file = (name: string, bytes: Buffer) => writeFile(join(world.folder, name), bytes)
const text = 'ID,Title\n1,Größe\n'

describe('a file that is no text gets the advice that helps', () => {
  test.each([
    ['a.csv.gz', gzipSync(text), 'a.csv.gz is compressed', 'gunzip a.csv.gz'],
    ['a.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'a.png is not a text', 'is CSV, XML, JSON'],
    ['a.csv', Buffer.from(text, 'utf16le'), 'a.csv is not UTF-8', '--encoding utf-16le'],
    ['b.csv', Buffer.from(text, 'utf16le').swap16(), 'b.csv is not UTF-8', '--encoding utf-16be'],
  ])('%s', async (name, bytes, message, hint) => {
    await file(name, bytes)
    for (const line of [`cases import ${name} -p OLD`, `cases import ${name} --write-map map.json`]) {
      const { stderr, exitCode } = await world.fails(`testctl ${line}`)
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`error: ${message}\n`)])
      expect(stderr).toContain(hint)
      expect(stderr).not.toContain('windows-1252')
    }
  })

  test.each([
    ['', 'stdin is empty'],
    ['foo,bar\n1,2\n', 'stdin: no column has the names of the cases'],
    ['<x/>', 'stdin is not an export of test cases'],
  ])('what is piped is called stdin: %j', async (stdin, message) => {
    const { stderr, exitCode } = await world.type('testctl cases import - -p OLD', { stdin })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)])
  })

  test('a compressed file is none in another encoding either', async () => {
    await file('a.csv.gz', gzipSync(text))
    const { stderr } = await world.fails('testctl cases import a.csv.gz --encoding windows-1252 -p OLD')
    expect(stderr).toContain('a.csv.gz is compressed')
  })

  test('UTF-16 without a mark is read as what it is said to be', async () => {
    await file('a.csv', Buffer.from(text, 'utf16le'))
    expect((await world.type('testctl cases import a.csv --encoding utf-16le -p OLD')).stdout).toContain('+ 1 new')
  })
})

test.each([
  'cases export "" -p WEB',
  'cases import "" -p WEB',
  'cases status "" -p WEB',
  'cases lint ""',
  'cases create --from "" -p WEB',
  'cases import a.csv --to ""',
  'cases import a.csv --map "" -p WEB',
  'cases import a.csv --write-map ""',
  'cases import a.csv --report "" -p WEB',
])('%s is refused: an empty path is no folder', async (line) => {
  await file('a.csv', Buffer.from(text))
  const { stderr, exitCode } = await world.fails(`testctl ${line}`)
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/ takes the name of a .*\n  it is empty: /)])
})

describe('a list that testctl printed of something else than cases is not imported as new ones', () => {
  test.each([
    ['tests', 'tests list WEB-R1 --csv'],
    ['runs', 'runs list -p WEB --csv'],
  ])('%s', async (noun, list) => {
    await file('list.csv', Buffer.from(await world.prints(`testctl ${list}`)))
    const { stdout, stderr, exitCode } = await world.type('testctl cases import list.csv -p WEB')
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toMatch(new RegExp(`^error: list.csv is a list of ${noun} \\(WEB-[TR]\\d+, …\\), not of cases\n`))
    expect(stderr).toContain(
      'cases come from: testctl cases export -p WEB cases.csv; to make a new case of each row: --from csv\n',
    )
  })

  test('where it is ordered, its rows are cases', async () => {
    await file('list.csv', Buffer.from('identifier,name\nEWB-T1,a\n'))
    expect((await world.type('testctl cases import list.csv --from csv -p OLD')).stdout).toContain('+ 1 new')
  })
})
