import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { imports } from './imports.ts'

// A name that is exported means one thing: whoever searches for it finds that.

// What is declared, and how it begins: its parameters and what it returns.
const declared = /^export ((?:abstract |async )?(?:const|let|function\*?|class|type|interface|enum)) +(\w+)([^\n]*)/gm

type Source = { file: string; text: string }
type Declaration = { file: string; head: string }

/**
 * Files of one name in folders beside each other, which declare something alike, are twins: `commands/cases/create.ts` and
 * `commands/runs/create.ts` are each the `create` of its noun.
 */
const areTwins = ([first, ...others]: readonly Declaration[]): boolean =>
  others.every(
    ({ file, head }) =>
      head === first?.head &&
      basename(file) === basename(first.file) &&
      dirname(file) !== dirname(first.file) &&
      dirname(dirname(file)) === dirname(dirname(first.file)),
  )

/** The names that several files export and that are no twins, each with those files: `Row: a.ts, b.ts`. A file may give a schema and its type one name. */
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

/** The values that a file exports and no other one names, in the source, its tests or what builds it. */
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
