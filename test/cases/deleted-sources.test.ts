import { expect, test } from 'vitest'
import { baseLineOf } from '../../src/cases/base/line.ts'
import type { CaseEntry } from '../../src/cases/case-content.ts'
import { fieldsOf } from '../../src/cases/fields.ts'
import { withDeletedSources } from '../../src/cases/import/deleted-sources.ts'
import type { Prepared } from '../../src/cases/import/index.ts'

// The output of the commands is tested in test/commands/cases/foreign/deleted.command.test.ts.

const content = { name: 'Pay', preconditions: '', steps: [], customFields: { source: 'csv:web#1' } }
const entry: CaseEntry = { content, place: { file: 'web.csv', line: 2 } }
const fields = fieldsOf(content)
const line = baseLineOf(
  { id: 'id-1', identifier: 'WEB-C1', updatedAt: '' },
  { here: fields, there: fields, left: new Set(), before: undefined },
)
const attempt = { idempotencyKey: 'k', request: '', at: 0 }
const prepared = (again: Prepared['again'], lines = [line], one = entry): Prepared => ({
  plan: {
    project: { id: 'p', identifier: 'WEB' },
    created: [one],
    matched: [],
    deletedHere: [],
    lost: [],
    deletedThere: [],
    elsewhere: [],
    doubled: [],
  },
  base: new Map(lines.map((each) => [each.id, each])),
  identified: [],
  again,
  last: 1,
  stateFiles: undefined,
})

test('a case that an import was bringing back when it was killed is brought back by the next one', () => {
  const planned = (again: Prepared['again']) => withDeletedSources(prepared(again)).plan
  expect(planned(new Map())).toMatchObject({ created: [], deletedThere: [{ entry, line, isChanged: false }] })
  expect(planned(new Map([['csv:web#1', attempt]]))).toMatchObject({ created: [entry], deletedThere: [] })
})

test('of several cases from one source the last one counts', () => {
  const lines = ['WEB-C10', 'WEB-C9'].map((name) => ({ ...line, id: name, case: name }))
  const { deletedThere } = withDeletedSources(prepared(new Map(), lines)).plan
  expect(deletedThere.map((one) => one.line.case)).toEqual(['WEB-C10'])
})

test('a deleted case was changed since where the file says something else, and not where it has no such field', () => {
  const before = { ...line, fields: { ...line.fields, preconditions: 'other' } }
  const isChanged = (covers?: CaseEntry['covers']) =>
    withDeletedSources(prepared(new Map(), [before], { ...entry, covers })).plan.deletedThere.map(
      (one) => one.isChanged,
    )
  expect(isChanged()).toEqual([true])
  expect(isChanged((field) => field !== 'preconditions')).toEqual([false])
})
