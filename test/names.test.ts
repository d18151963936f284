import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imports } from './imports.ts'

// A name that is exported means one thing: whoever searches for it finds that.

/** Names that two rooms use for something of their own, and of which neither room sees the other's. No new one comes here without a reason. */
const exceptions = new Set(
  `csvForm jsonForm ndjsonForm Once Applied Base Choices Content Contents Draft Earlier Fields Finding Found Identified Input Key Matched Named Node Outcome Part Plan PlanCounts Problem Question Reader Refused Report ReportFormat Row Rule Site System Told View anchorOf applyPlan carryOut changesOf checkName contentIn contentOf createWriter dedent defineCreate defineUpdate digestOf findProject fold handleOf journalFile longestText missing openSources pageOf pairsOf partsOf planLine projectOf readBody readTable readTests send show shownOf sourceOf stoppedWith systems textIn undo`.split(
    /\s+/,
  ),
)

const declared = /^export (?:abstract |async )?(?:const|let|function\*?|class|type|interface|enum) +(\w+)/gm

/** The names that several files export, each with those files. A file may give a schema and its type one name. */
const ambiguous = (sources: readonly { file: string; text: string }[]): string[] => {
  const files = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const [, name = ''] of text.matchAll(declared)) files.set(name, (files.get(name) ?? new Set()).add(file))
  return [...files]
    .filter(([name, found]) => found.size > 1 && !exceptions.has(name))
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
