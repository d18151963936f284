import { describe, expect, test } from 'vitest'
import { recover } from '../../src/cases/import/recover.ts'
import { createOf, digestOfRequest } from '../../src/cases/import/request.ts'
import type { CaseEntry } from '../../src/cases/case-content.ts'
import { digestOfValue, fieldsOf } from '../../src/cases/fields.ts'
import { compareCase } from '../../src/cases/plan/compare.ts'

const content = { name: 'alike', preconditions: '', steps: [], customFields: {} }
const entry = (file: string, identifier?: string): CaseEntry => ({ content, identifier, place: { file, line: 1 } })
const there = (displayId: number) => ({
  id: `id-${displayId}`,
  identifier: `WEB-C${displayId}`,
  displayId,
  updatedAt: '',
  content,
})
const open = new Map(['a.md:1', 'b.md:1'].map((key) => [key, { name: 'alike', digest: digestOfValue(content) }]))
const earlier = { project: 'p', last: 7, created: new Map(), open, changed: [] }
const project = { id: 'p', identifier: 'WEB' }
const sides = { base: new Map(), project, honours: () => true }
const identifiers = (entries: CaseEntry[], numbers: number[]) =>
  recover(earlier, { ...sides, entries, there: numbers.map(there) }).entries.map(({ identifier }) => identifier)

test('files that say the same get a case each, of those that came since', () => {
  expect(identifiers([entry('a.md'), entry('b.md')], [7, 8, 9])).toEqual(['WEB-C8', 'WEB-C9'])
  expect(identifiers([entry('a.md'), entry('b.md')], [9, 8, 7])).toEqual(['WEB-C8', 'WEB-C9'])
})

test('a file that says its case already need not be told it', () => {
  const line = { id: 'id-8', case: 'WEB-C8', updatedAt: '', fields: {} }
  const done = { ...earlier, created: new Map([['a.md:1', line]]) }
  expect(recover(done, { ...sides, entries: [entry('a.md', 'WEB-C8')], there: [there(8)] }).identified).toEqual([])
})

test('one that has its case leaves the other one to the file that has none', () => {
  expect(identifiers([entry('a.md', 'WEB-C8'), entry('b.md')], [7, 8, 9])).toEqual(['WEB-C8', 'WEB-C9'])
})

test('a create that did not arrive is missing, and an older case is not taken for it', () => {
  const { missing, identified } = recover(earlier, {
    ...sides,
    entries: [entry('a.md'), entry('b.md')],
    there: [there(7), there(8)],
  })
  expect([missing, identified.map(({ line }) => line.case)]).toEqual([1, ['WEB-C8']])
})

test('nor is the case of another file, whether the base or the journal has it', () => {
  const line = { id: 'id-8', case: 'WEB-C8', updatedAt: '', fields: {} }
  const sought = { ...sides, entries: [entry('a.md'), entry('b.md')], there: [there(8)] }
  expect(recover(earlier, { ...sought, base: new Map([[line.id, line]]) }).missing).toBe(2)
  const { missing, identified } = recover({ ...earlier, created: new Map([['gone.md:1', line]]) }, sought)
  expect([missing, identified]).toEqual([2, []])
})

describe('a create with a key', () => {
  const once = { idempotencyKey: 'k', request: digestOfRequest(createOf(content, project)), at: 0 }
  const keyed = { ...earlier, open: new Map([['a.md:1', { name: 'alike', digest: digestOfValue(content), once }]]) }
  const recovered = (one: CaseEntry, honours = true) => {
    const { entries, again, missing } = recover(keyed, {
      ...sides,
      entries: [one],
      there: [there(8)],
      honours: () => honours,
    })
    return { identifier: entries[0]!.identifier, again: [...again.keys()], missing }
  }

  test('is sent again as it was, whatever is there', () => {
    expect(recovered(entry('a.md'))).toEqual({ identifier: undefined, again: ['a.md:1'], missing: 0 })
  })

  test('is looked for by its text where the service does not know it by its key', () => {
    expect(recovered(entry('a.md'), false)).toEqual({ identifier: 'WEB-C8', again: [], missing: 0 })
  })

  test('is looked for by its text where the file says something else now', () => {
    const changed = { ...entry('a.md'), content: { ...content, preconditions: 'new' } }
    expect(recovered(changed)).toEqual({ identifier: 'WEB-C8', again: [], missing: 0 })
  })

  test('was agreed on as it was sent: what the file says since is a change of it', () => {
    const changed = { ...entry('a.md'), content: { ...content, preconditions: 'new' } }
    const changes = (one: CaseEntry) => {
      const { base } = recover(keyed, { ...sides, entries: [one], there: [there(8)], honours: () => false })
      return compareCase(base.get('id-8'), fieldsOf(one.content), fieldsOf(content))
    }
    expect(changes(entry('a.md'))).toEqual([])
    expect(changes(changed)).toEqual([{ field: 'preconditions', side: 'here', here: 'new', there: '' }])
  })

  test('is agreed on in the form that the service gave it', () => {
    const stored = { ...there(8), content: { ...content, preconditions: 'none' } }
    const { base } = recover(keyed, { ...sides, entries: [entry('a.md')], there: [stored], honours: () => false })
    expect(compareCase(base.get('id-8'), fieldsOf(content), fieldsOf(stored.content))).toEqual([])
  })
})

describe('what an import that was killed had changed', () => {
  const agreed = (name: string) => ({ id: 'id-3', case: 'WEB-C3', updatedAt: name, fields: { name } })
  const recovered = (was: object | null, base: ReturnType<typeof agreed>[]) =>
    recover(
      { ...earlier, open: new Map(), changed: [{ was: digestOfValue(was), line: agreed('new') }] },
      { ...sides, base: new Map(base.map((line) => [line.id, line])), entries: [], there: [there(3)] },
    ).base.get('id-3')?.fields

  test('is what both agree on', () => {
    expect(recovered(agreed('old'), [agreed('old')])).toEqual({ name: 'new' })
    expect(recovered(null, [])).toEqual({ name: 'new' })
  })

  test('is not, where another import has agreed on something else since', () => {
    expect(recovered(agreed('old'), [agreed('other')])).toEqual({ name: 'other' })
    expect(recovered(agreed('old'), [])).toBeUndefined()
  })

  test('nor is what it had created', () => {
    const created = new Map([['a.md:1', agreed('new')]])
    const base = new Map([['id-3', agreed('other')]])
    const again = { ...sides, base, entries: [], there: [there(3)] }
    expect(recover({ ...earlier, open: new Map(), created }, again).base.get('id-3')?.fields).toEqual({ name: 'other' })
  })
})

test('a case of that name, and no other, is taken though somebody has changed it since', () => {
  const changed = (displayId: number) => ({ ...there(displayId), content: { ...content, preconditions: 'more' } })
  const one = { ...earlier, open: new Map([...open].slice(0, 1)) }
  const found = (numbers: number[]) =>
    recover(one, { ...sides, entries: [entry('a.md')], there: numbers.map(changed) }).identified.map(
      ({ line }) => line.case,
    )
  expect(found([8])).toEqual(['WEB-C8'])
  expect(found([8, 9])).toEqual([])
  const other = { ...there(8), content: { ...content, name: 'another' } }
  const among = recover(one, { ...sides, entries: [entry('a.md')], there: [other, changed(9)] })
  expect(among.identified.map(({ line }) => line.case)).toEqual(['WEB-C9'])
})
