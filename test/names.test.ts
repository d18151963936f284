import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imports } from './imports.ts'

// A name that is exported means one thing: whoever searches for it finds that.

/** Names of which each meaning stands for itself, with the reason. */
const exceptions: Readonly<Record<string, string>> = {}

const declared = /^export (?:abstract |async )?(?:const|let|function\*?|class|type|interface|enum) +(\w+)/gm

/** The names that several files export, each with those files. A file may give a schema and its type one name. */
const ambiguous = (sources: readonly { file: string; text: string }[]): string[] => {
  const files = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const [, name = ''] of text.matchAll(declared)) files.set(name, (files.get(name) ?? new Set()).add(file))
  return [...files]
    .filter(([name, found]) => found.size > 1 && !Object.hasOwn(exceptions, name))
    .map(([name, found]) => `${name}: ${[...found].join(', ')}`)
}

const sources = [...imports.keys()].map((file) => ({
  file,
  text: readFileSync(join(import.meta.dirname, '../src', file), 'utf8'),
}))

test('no exported name means two things', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(ambiguous(sources)).toEqual([])
})

test('a name with two meanings is found, a schema with its type is not', () => {
  const planted = { file: 'planted.ts', text: 'export type Transport = string\n' }
  expect(ambiguous([...sources, planted])).toEqual(['Transport: wire/message.ts, planted.ts'])
  const pair = { file: 'pair.ts', text: 'export const Planted = 1\nexport type Planted = number\n' }
  expect(ambiguous([...sources, pair])).toEqual([])
})
