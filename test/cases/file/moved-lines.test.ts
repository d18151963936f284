import { expect, test } from 'vitest'
import { keyOf, recover } from '../../../src/cases/import/recover.ts'

// An import was killed, and the lines of its file have moved since.

const entry = (name: string, line: number) => ({
  content: { name, preconditions: '', steps: [], customFields: {} },
  place: { file: 'c.json', line },
  key: `c.json#${name}:1`,
})
const line = { id: 'id-2', case: 'WEB-C2', updatedAt: '', fields: {} }

test('a case that was created is found where its line was taken by another one', () => {
  const earlier = {
    project: 'p',
    last: 0,
    created: new Map([[keyOf(entry('second', 2)), line]]),
    open: new Map(),
    changed: [],
  }
  const entries = [entry('inserted', 2), entry('second', 3)]
  const begun = recover(earlier, {
    entries,
    base: new Map(),
    there: [],
    project: { id: 'p', identifier: 'WEB' },
    honours: () => false,
  })
  expect(begun.entries.map(({ content, identifier }) => [content.name, identifier])).toEqual([
    ['inserted', undefined],
    ['second', 'WEB-C2'],
  ])
})
