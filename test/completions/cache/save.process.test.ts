import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testctl } from '../../helpers/program.ts'
import { aside } from '../../helpers/world.ts'
import { keep } from '../../../src/completions/cache/save.ts'
import type { Lesson } from '../../../src/completions/cache/learn.ts'
import { findNames } from '../../../src/completions/cache/entries.ts'
import { readCacheLines } from '../../../src/completions/cache/load.ts'

// The names that are saved on disk, whatever has happened to their files.

const owner = { uid: process.getuid?.(), pid: process.pid }
let home: string
let folder: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'testctl-names-'))
  folder = join(home, 'testctl/names/0123456789abcdef')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const lesson = (...numbers: number[]): Lesson => ({
  noun: 'tests',
  project: 'WEB',
  seen: numbers.map((number) => ({ identifier: `WEB-T${number}`, name: `Test ${number}` })),
  gone: new Set(),
  isWhole: false,
})
const file = () => join(folder, 'tests-WEB')
const known = (by = owner): string[] => {
  const [text = ''] = readCacheLines(folder, { noun: 'tests', project: 'WEB', others: true }, by)
  return [...findNames(text, 'tests')].map(({ identifier }) => identifier)
}

describe('what is kept', () => {
  test('is for its owner alone', async () => {
    await keep(folder, [lesson(1)], owner)
    expect([file(), folder, dirname(folder)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700, 0o700])
    expect(readFileSync(file(), 'utf8')).toBe('WEB-T1\tTest 1\n')
  })

  test('is not written again where nothing is new', async () => {
    await keep(folder, [lesson(2, 1)], owner)
    utimesSync(file(), 1, 1)
    await keep(folder, [lesson(2)], owner)
    expect(statSync(file()).mtimeMs).toBe(1000)
  })

  test('is bounded, in services and in projects', async () => {
    for (let at = 0; at < 40; at++) {
      await keep(`${folder}${at}`, [lesson(1)], owner)
      utimesSync(`${folder}${at}`, at, at)
    }
    await keep(folder, [lesson(1)], owner)
    expect(readdirSync(dirname(folder))).toHaveLength(32)
    expect(readdirSync(dirname(folder))).toContain('0123456789abcdef39')
    for (let at = 0; at < 210; at++) await keep(folder, [{ ...lesson(1), project: `P${at}` }], owner)
    expect(readdirSync(folder)).toHaveLength(200)
  })
})

describe('what was spoiled is passed over, and replaced', () => {
  test.each<[string, string | Buffer, string[]]>([
    ['noise', Buffer.from([0, 255, 254, 10, 9, 10, 200]), []],
    ['cut short within an identifier', 'WEB-T1\tTest 1\nWEB-T', ['WEB-T1']],
    ['cut short within a name', 'WEB-T1\tTest 1\nWEB-T2\tTe', ['WEB-T1']],
    ['of another noun', 'WEB-C1\tCase 1\nWEB-T1\tTest 1\n', ['WEB-T1']],
    ['no identifiers', '$(touch pwned)\tTest\n--yes\tTest\n:files\t\n-T1\tTest\n\t\n', []],
    ['without names', 'WEB-T1\nWEB-T2\n', []],
    ['huge', 'WEB-T1\tTest 1\n'.repeat(100_000), []],
    ['empty', '', []],
  ])('a file that is %s', async (_, content, identifiers) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file(), content)
    expect(known()).toEqual(identifiers)
    await keep(folder, [lesson(7)], owner)
    expect(known()).toEqual(['WEB-T7', ...identifiers])
    expect(statSync(file()).size).toBeLessThan(1000)
  })

  test('a link, whose target stays as it is', async () => {
    mkdirSync(folder, { recursive: true })
    const target = join(home, 'precious')
    writeFileSync(target, 'WEB-T1\tTest 1\n')
    symlinkSync(target, file())
    expect(known()).toEqual([])
    await keep(folder, [lesson(7)], owner)
    expect(known()).toEqual(['WEB-T7'])
    expect(lstatSync(file()).isSymbolicLink()).toBe(false)
    expect(readFileSync(target, 'utf8')).toBe('WEB-T1\tTest 1\n')
  })

  test('a pipe, which nobody waits for', async () => {
    mkdirSync(folder, { recursive: true })
    await execa('mkfifo', [file()])
    expect(known()).toEqual([])
    await keep(folder, [lesson(7)], owner)
    expect(known()).toEqual(['WEB-T7'])
  })
})

describe("somebody else's", () => {
  const other = { ...owner, uid: 12345 }

  test('files are not read', async () => {
    await keep(folder, [lesson(1)], owner)
    expect(known(other)).toEqual([])
  })

  test('folders are not written in, nor is anything made in them', async () => {
    await keep(folder, [lesson(1)], other)
    expect(readdirSync(home)).toEqual([])
    await keep(folder, [lesson(1)], owner)
    await keep(folder, [lesson(2)], other)
    expect(readFileSync(file(), 'utf8')).toBe('WEB-T1\tTest 1\n')
  })

  test('folder behind a link is left alone', async () => {
    const elsewhere = join(home, 'elsewhere')
    mkdirSync(elsewhere)
    mkdirSync(dirname(folder), { recursive: true })
    symlinkSync(elsewhere, folder)
    await keep(folder, [lesson(1)], owner)
    expect(readdirSync(elsewhere)).toEqual([])
  })
})

test('several processes at once lose names at most', async () => {
  const env = { HOME: home, TESTCTL_URL: 'file:./team.db', PATH: process.env['PATH'] ?? '' }
  const type = async (...words: string[]) => void (await execa(...testctl(words), { cwd: home, env, extendEnv: false }))
  await aside('testctl projects create --name Web --identifier WEB', { cwd: home, env })
  await Promise.all(Array.from({ length: 12 }, (_, at) => type('cases', 'create', '-p', 'WEB', '--name', `Case ${at}`)))
  const [service = ''] = readdirSync(join(home, '.cache/testctl/names'))
  const files = readdirSync(join(home, '.cache/testctl/names', service))
  expect(files.sort()).toEqual(['cases-WEB', 'projects'])
  const cases = readFileSync(join(home, '.cache/testctl/names', service, 'cases-WEB'), 'utf8')
  expect(cases).toMatch(/^(WEB-C[0-9]+\tCase [0-9]+\n)+$/)
})

test('what a process that was killed left beside a file is cleared away in time', async () => {
  await keep(folder, [lesson(1)], owner)
  writeFileSync(`${file()}.${process.pid}`, 'half')
  await expect(keep(folder, [lesson(2)], owner)).rejects.toThrow()
  await keep(folder, [lesson(2)], owner)
  expect(known()).toEqual(['WEB-T2', 'WEB-T1'])
  expect(readdirSync(folder)).toEqual(['tests-WEB'])
})

test('what cannot be replaced is said to be so, to whoever keeps names', async () => {
  await keep(folder, [lesson(1)], owner)
  rmSync(file())
  mkdirSync(file())
  await expect(keep(folder, [lesson(2)], owner)).rejects.toThrow()
})
