import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, type Source, sourcesIn } from './sources.ts'

// Code and comments refer only to pages of this repository, and to numbers and sections that exist there.

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const interfacePage = read('src/docs/interface.md')

const conventions = (): string[] => {
  const [, text = ''] = interfacePage.split('### Conventions')
  return all(text.split('\n### ')[0]!, /^(\d+)\. /gm)
}

/** The pages that can be referred to: a pattern that finds the part that a reference names, and all parts that exist. */
const pages: readonly { named: RegExp; parts: readonly string[] }[] = [
  { named: /\bTRAPS (\d+)/g, parts: all(read('src/docs/traps.md'), /^(\d+)\. /gm) },
  { named: /\bRELIABILITY (\d+)/g, parts: all(read('src/docs/reliability.md'), /^\| (\d+) /gm) },
  { named: /\bPROMISES, "([^"]+)"/g, parts: all(read('src/docs/promises.md'), /^## (.*)$/gm) },
  { named: /src\/README\.md, "([^"]+)"/g, parts: all(read('src/README.md'), /^## (.*)$/gm) },
  { named: /\(interface, section (\d+)\)/g, parts: all(interfacePage, /^## (\d+)\. /gm) },
  { named: /\(interface, convention (\d+)\)/g, parts: conventions() },
]

const sources = (await sourcesIn('src', 'bin', 'test')).filter(({ path }) => !path.startsWith('test/repository/'))

const strange = (files: readonly Source[]): string[] =>
  files.flatMap(({ path, text }) => [
    ...all(text, /\b(DESIGN|HOUSE|service-interface|CLI, ".*?")/g).map((page) => `${path}: ${page}`),
    ...pages.flatMap(({ named, parts }) =>
      [...text.matchAll(named)].filter(([, part = '']) => !parts.includes(part)).map(([whole]) => `${path}: ${whole}`),
    ),
  ])

test('what a file refers to stands in this repository', () => {
  for (const { parts } of pages) expect(parts.length).toBeGreaterThan(4)
  expect(strange(sources)).toEqual([])
})

test('each page is referred to', () => {
  const unused = pages.filter(({ named }) => !sources.some(({ text }) => text.search(named) >= 0))
  expect(unused).toEqual([])
})

test('each promise of reliability is named by a test of it', () => {
  const named = sources.flatMap(({ path, text }) =>
    path.endsWith('.test.ts') ? [...text.matchAll(/\bRELIABILITY (\d+)(?: and (\d+))?/g)].flat() : [],
  )
  const promises = all(read('src/docs/reliability.md'), /^\| (\d+) /gm)
  expect(promises.filter((number) => !named.includes(number))).toEqual([])
})

test('references that lead nowhere are found', () => {
  const found = (text: string) => strange([{ path: 'a.ts', text }])
  expect(found('// TRAPS 14, PROMISES, "Output", (interface, section 4)')).toEqual([])
  expect(found('// TRAPS 99')).toEqual(['a.ts: TRAPS 99'])
  expect(found('// PROMISES, "Colours"')).toEqual(['a.ts: PROMISES, "Colours"'])
  expect(found('// (interface, convention 12)')).toEqual(['a.ts: (interface, convention 12)'])
  expect(found('// DESIGN, trap 3')).toEqual(['a.ts: DESIGN'])
})
