import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCase, aComment, aRun, aTest, see } from '../sights.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

test('tests are tab-separated lines without a heading, with ISO times and bare results', async () => {
  const rows = [aTest(1, { name: 'Login works', result: 'passed', assignedTo: 'ana' }), aTest(2, { updatedAt: 0 })]
  expect(await see({}, (printer) => printer.list('tests', rows))).toMatchObject({
    out: [
      'WEB-T1\tLogin works\tpassed\tana\t2026-03-15T09:00:00.000Z\n',
      'WEB-T2\tTest 2\tuntested\t\t1970-01-01T00:00:00.000Z\n',
    ].join(''),
    err: '',
    loaded: [],
  })
})

test('an empty list is nothing at all', async () => {
  expect(await see({}, (printer) => printer.list('tests', []))).toMatchObject({ out: '', err: '' })
})

test('one resource is a line where columns are named', async () => {
  const columns = 'identifier,name,results.passed,updatedAt,milestone'
  expect((await see({ columns }, (printer) => printer.item('runs', aRun(7)))).out).toBe(
    'WEB-R7\tRun 7\t3\t2026-03-15T09:00:00.000Z\t\n',
  )
})

test('custom fields are JSON for another program', async () => {
  const columns = 'identifier,customFields,customFields.priority,steps'
  expect((await see({ columns }, (printer) => printer.item('cases', aCase(4)))).out).toBe(
    'WEB-C4\t{"area":"login","priority":1}\t1\t2\n',
  )
})

test('a mutation prints the identifier, or the id where none is known', async () => {
  const changed = async (noun: 'tests' | 'comments', row: ReturnType<typeof aTest>) =>
    (await see({}, (printer) => printer.changed(noun, row, 'Done'))).out
  expect(await changed('tests', aTest(1))).toBe('WEB-T1\n')
  expect(await changed('comments', aComment('x'))).toBe('comment-1\n')
})

const unescape = (cell: string): string =>
  cell.replace(/\\(\\|[ntrbf]|u[0-9a-f]{4})/g, (found) =>
    found === '\\\\' ? '\\' : (JSON.parse(`"${found}"`) as string),
  )

test('nothing is cut or lost: cells read back as they were, one row a line', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\\', '\t', '\n', '\r', 'n', 't', 'u', '\u001b', '\u202e', '日', '\ud800'),
      character,
    ),
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (names) => {
      const rows = names.map((name, at) => aTest(at, { name }))
      const { out } = await see({ columns: 'name,identifier' }, (printer) => printer.list('tests', rows))
      const read = out
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t').map(unescape))
      expect(read).toEqual(rows.map((row) => [row['name'], row['identifier']]))
    }),
    examples(200),
  )
})

test('--quiet is the identifiers, or ids where none are known, one a line', async () => {
  const { identifier: _, ...raw } = aTest(2)
  const quiet = { format: 'quiet' } as const
  expect((await see(quiet, (printer) => printer.list('tests', [aTest(1), raw]))).out).toBe('WEB-T1\nid-2\n')
  expect((await see(quiet, (printer) => printer.changed('tests', aTest(1), 'Done'))).out).toBe('WEB-T1\n')
  expect((await see(quiet, (printer) => printer.table(['name', 'value'], [{ name: 'url', value: 1 }]))).out).toBe(
    'url\n',
  )
})
