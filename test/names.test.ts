import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { imports } from './imports.ts'

// An exported name means one thing, so that a search for it finds only that.

// Matches an exported declaration: its kind, its name, and the rest of the line with its parameters and what it returns.
const declared = /^export ((?:abstract |async )?(?:const|let|function\*?|class|type|interface|enum)) +(\w+)([^\n]*)/gm

type Source = { file: string; text: string }
type Declaration = { file: string; head: string }

/**
 * Whether declarations are twins: they begin alike, in files of the same name in sibling folders. `commands/cases/create.ts` and
 * `commands/runs/create.ts` are each the `create` of their noun.
 */
const areTwins = ([first, ...others]: readonly Declaration[]): boolean =>
  others.every(
    ({ file, head }) =>
      head === first?.head &&
      basename(file) === basename(first.file) &&
      dirname(file) !== dirname(first.file) &&
      dirname(dirname(file)) === dirname(dirname(first.file)),
  )

/** Returns the names that several files export, except twins: `Row: a.ts, b.ts`. In one file a schema and its type may share a name. */
const ambiguous = (sources: readonly Source[]): string[] => {
  const found = new Map<string, Map<string, Declaration>>()
  for (const { file, text } of sources)
    for (const [, kind = '', name = '', rest = ''] of text.matchAll(declared))
      found.set(name, (found.get(name) ?? new Map()).set(file, { file, head: kind + rest }))
  return [...found]
    .map(([name, files]) => [name, [...files.values()]] as const)
    .filter(([, files]) => files.length > 1 && !areTwins(files))
    .map(([name, files]) => `${name}: ${files.map(({ file }) => file).join(', ')}`)
}

const sources = [...imports.keys()].map((file) => ({
  file,
  text: readFileSync(join(import.meta.dirname, '../src', file), 'utf8'),
}))

test('no exported name means two things', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(ambiguous(sources)).toEqual([])
})

/** Returns the exported values of `all` that no other file of `users` mentions. */
const unused = (all: readonly Source[], users: readonly Source[]): string[] => {
  const found = new Map<string, number>()
  for (const { text } of users)
    for (const word of new Set(text.match(/\w+/g))) found.set(word, (found.get(word) ?? 0) + 1)
  return all.flatMap(({ file, text }) =>
    [...text.matchAll(declared)]
      .filter(([, kind = '', name = '']) => !/type|interface/.test(kind) && (found.get(name) ?? 0) < 2)
      .map(([, , name = '']) => `${file}: ${name}`),
  )
}

const root = join(import.meta.dirname, '..')
const beside = ['test', 'bin'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?[jt]s$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') })),
)

test('a value that is exported is used by another file', () => {
  expect(unused(sources, [...sources, ...beside])).toEqual([])
  const planted = { file: 'planted.ts', text: 'export const plantedForNobody = 1\n' }
  expect(unused([planted], [planted])).toEqual(['planted.ts: plantedForNobody'])
})

test('a name with two meanings is found, a schema with its type is not', () => {
  const planted = { file: 'planted.ts', text: 'export type Transport = string\n' }
  expect(ambiguous([...sources, planted])).toEqual(['Transport: wire/message.ts, planted.ts'])
  const pair = { file: 'pair.ts', text: 'export const Planted = 1\nexport type Planted = number\n' }
  expect(ambiguous([...sources, pair])).toEqual([])
})

test('twins share a name, and others do not', () => {
  const twin = (file: string, head: string) => ({ file, text: `export const planted = ${head} => {\n` })
  const cases = twin('rooms/cases/plant.ts', '(one: string)')
  expect(ambiguous([cases, twin('rooms/runs/plant.ts', '(one: string)')])).toEqual([])
  for (const other of [
    twin('rooms/runs/plant.ts', '(one: number)'),
    twin('rooms/runs/seed.ts', '(one: string)'),
    twin('rooms/runs/deep/plant.ts', '(one: string)'),
  ])
    expect(ambiguous([cases, other])).toEqual([`planted: ${cases.file}, ${other.file}`])
})
