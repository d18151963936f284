import { expect, test } from 'vitest'
import { recover } from '../../src/cases/import/recover.ts'
import type { CaseEntry } from '../../src/cases/case-content.ts'
import { digestOf } from '../../src/cases/fields.ts'

const content = { name: 'alike', preconditions: '', steps: [], customFields: {} }
const entry = (file: string, identifier?: string): CaseEntry => ({ content, identifier, place: { file, line: 1 } })
const there = (displayId: number) => ({
  id: `id-${displayId}`,
  identifier: `WEB-C${displayId}`,
  displayId,
  updatedAt: '',
  content,
})
const open = new Map(['a.md:1', 'b.md:1'].map((key) => [key, { name: 'alike', digest: digestOf(content) }]))
const earlier = { project: 'p', last: 7, created: new Map(), open, changed: [] }
const identifiers = (entries: CaseEntry[], numbers: number[]) =>
  recover(earlier, { entries, base: new Map(), there: numbers.map(there) }).entries.map(({ identifier }) => identifier)

test('files that say the same get a case each, of those that came since', () => {
  expect(identifiers([entry('a.md'), entry('b.md')], [7, 8, 9])).toEqual(['WEB-C8', 'WEB-C9'])
})

test('one that has its case leaves the other one to the file that has none', () => {
  expect(identifiers([entry('a.md', 'WEB-C8'), entry('b.md')], [7, 8, 9])).toEqual(['WEB-C8', 'WEB-C9'])
})

test('a create that did not arrive is missing, and an older case is not taken for it', () => {
  const { missing, identified } = recover(earlier, {
    entries: [entry('a.md'), entry('b.md')],
    base: new Map(),
    there: [there(7), there(8)],
  })
  expect([missing, identified.map(({ line }) => line.case)]).toEqual([1, ['WEB-C8']])
})
