import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { longest } from './helpers/longest.mts'

// The name of a test file contains its lane, which says what the file needs of a machine (vitest.config.mts). These tests compare
// the names with what the files and the helpers that they import really use.

const folder = import.meta.dirname
const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts')).sort()

/** The lanes from the one that needs least to the one that needs most. Each pattern matches what only that lane and later ones use. */
const needs = {
  unit: /(?:)/,
  command: /\b(mkdtemp(Sync)?|tmpdir|createServer)\(|src\/(store\/index|main|server\/http\/listen)\.ts'/,
  process: /from '(execa|node:child_process)'|join\(root, 'bin/,
  terminal: /helpers\/terminal\.ts'|lacks\(/,
  postgres: /helpers\/postgres(\.setup)?\.ts'/,
  browser: /from 'playwright-core'/,
  cluster: /helpers\/(standby|proxy|patroni)\.ts'/,
  windows: /helpers\/windows\.ts'/,
} as const
type Lane = keyof typeof needs
const lanes = Object.keys(needs) as Lane[]

const laneOf = (file: string): Lane => lanes.find((lane) => file.endsWith(`.${lane}.test.ts`)) ?? 'unit'

/** The text of a file and of all helpers that it imports. */
const textOf = (path: string, seen = new Set<string>()): string => {
  if (seen.has(path)) return ''
  seen.add(path)
  const text = readFileSync(path, 'utf8')
  const helpers = [...text.matchAll(/^(?:import|export) (?!type ).*? from '(\.[^']+\.ts)'$/gms)]
    .map(([, to = '']) => resolve(dirname(path), to))
    .filter((to) => to.startsWith(folder))
  return [text, ...helpers.map((helper) => textOf(helper, seen))].join('\n')
}

/** Returns the lane that a file belongs to, judged by what it uses. */
const neededBy = (file: string): Lane => {
  const text = textOf(join(folder, file))
  return lanes.findLast((lane) => needs[lane].test(text))!
}

// This file contains the patterns that it looks for.
test.each(files.filter((file) => file !== 'lanes.test.ts'))(
  '%s needs no more, and no less, than its lane has',
  (file) => {
    expect(neededBy(file)).toBe(laneOf(file))
  },
)

test('CONTRIBUTING has a row for each lane', () => {
  const guide = readFileSync(join(folder, '../.github/CONTRIBUTING.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `x\.(?:\w+\.)?test\.ts` +\| `(\w+)`/gm)].map(([, lane]) => lane)
  expect(rows).toEqual(lanes)
})

test('a test file has 200 lines at most', () => {
  const lengths = files.map((file) => [file, readFileSync(join(folder, file), 'utf8').split('\n').length - 1] as const)
  expect(lengths.filter(([, lines]) => lines > 200)).toEqual([])
})

test('each of the longest files is there', () => {
  expect(longest.filter((file) => !files.includes(file))).toEqual([])
})

test('what is tested of the service on SQLite is tested on PostgreSQL too', () => {
  const folders = new Set(files.filter((file) => /^service\/.*\.command\.test\.ts$/.test(file)).map(dirname))
  expect(folders).toContain('service')
  expect([...folders].filter((one) => !files.includes(`${one}/same.postgres.test.ts`))).toEqual([])
})
