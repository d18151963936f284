import { expect, test } from 'vitest'
import { baseLineOf } from '../../src/cases/base/line.ts'
import type { CaseEntry } from '../../src/cases/case-content.ts'
import { fieldsOf } from '../../src/cases/fields.ts'
import { withDeletedSources } from '../../src/cases/import/deleted-sources.ts'
import type { Prepared } from '../../src/cases/import/index.ts'

// What the commands show of it stands in test/commands/cases/foreign/deleted.command.test.ts.

const content = { name: 'Pay', preconditions: '', steps: [], customFields: { source: 'csv:web#1' } }
const entry: CaseEntry = { content, place: { file: 'web.csv', line: 2 } }
const fields = fieldsOf(content)
const line = baseLineOf(
  { id: 'id-1', identifier: 'WEB-C1', updatedAt: '' },
  { here: fields, there: fields, left: new Set(), before: undefined },
)
const attempt = { idempotencyKey: 'k', request: '', at: 0 }
const prepared = (again: Prepared['again']): Prepared => ({
  plan: {
    project: { id: 'p', identifier: 'WEB' },
    created: [entry],
    matched: [],
    deletedHere: [],
    lost: [],
    deletedThere: [],
    elsewhere: [],
    doubled: [],
  },
  base: new Map([[line.id, line]]),
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
