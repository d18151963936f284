import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { aCase, aComment, aRun, aTest, list, see } from '../sights.ts'
import { examples } from '../../helpers/soak.ts'

test('tests are a table without borders, the identifier first, results as sign and word, times relative', async () => {
  const { out, err } = await see(
    { terminal: 80 },
    list('tests', [
      aTest(1, { name: 'Login works', result: 'passed', assignedTo: 'ana' }),
      aTest(12, { name: 'Checkout', result: 'inProgress' }),
    ]),
  )
  expect(out).toBe(
    [
      'IDENTIFIER  NAME         RESULT         ASSIGNED TO  UPDATED AT',
      'WEB-T1      Login works  ✓ passed       ana          3 hours ago',
      'WEB-T12     Checkout     » in progress               3 hours ago',
      '',
    ].join('\n'),
  )
  expect(err).toBe('')
})

test('runs show their counts, cases how many steps they have, comments who wrote them', async () => {
  expect((await see({ terminal: 80 }, list('runs', [aRun(7)]))).out).toBe(
    [
      'IDENTIFIER  NAME   PASSED  FAILED  IN PROGRESS  UNTESTED  TOTAL  UPDATED AT',
      'WEB-R7      Run 7  3       1       0            1         5      3 hours ago',
      '',
    ].join('\n'),
  )
  expect((await see({ terminal: 80 }, list('cases', [aCase(4)]))).out).toBe(
    ['IDENTIFIER  NAME    STEPS  UPDATED AT', 'WEB-C4      Case 4  2      3 hours ago', ''].join('\n'),
  )
  expect((await see({ terminal: 80 }, list('comments', [aComment('Two\nlines')]))).out).toBe(
    ['ID         CONTENT     CREATED BY  CREATED AT', 'comment-1  Two\\nlines  ana         14 days ago', ''].join('\n'),
  )
})

test('an empty list says so on stderr and leaves stdout empty', async () => {
  expect(await see({ terminal: 80 }, list('runs', []))).toMatchObject({ out: '', err: 'no test runs\n' })
})

test('a test whose project is not known is shown by its number', async () => {
  const { identifier: _, ...test } = aTest(12)
  expect((await see({ terminal: 80 }, list('tests', [test]))).out).toMatch(/^T12 {2}/m)
})

test('--columns chooses any fields, nested ones and custom fields among them', async () => {
  const columns = 'identifier,results,results.passed,milestoneId'
  expect((await see({ terminal: 80, columns }, list('runs', [aRun(7, { milestoneId: 'm-1' })]))).out).toBe(
    [
      'IDENTIFIER  RESULTS                           PASSED  MILESTONE ID',
      'WEB-R7      3/5 passed, 1 failed, 1 untested  3       m-1',
      '',
    ].join('\n'),
  )
  const fields = { terminal: 80, columns: 'name,customFields.area,customFields.none,customFields' }
  expect((await see(fields, list('cases', [aCase(4)]))).out).toBe(
    ['NAME    AREA   NONE  CUSTOM FIELDS', 'Case 4  login        area=login, priority=1', ''].join('\n'),
  )
})

test('a value that is not what the interface says is shown as it is', async () => {
  const odd = aTest(1, { result: 'blocked', steps: 'none', updatedAt: 'yesterday', assignedTo: null, name: 7 })
  const { out } = await see({ terminal: 80, columns: 'name,result,assignedTo,steps,updatedAt' }, list('tests', [odd]))
  expect(out).toBe(
    ['NAME  RESULT   ASSIGNED TO  STEPS  UPDATED AT', '7     blocked               none   yesterday', ''].join('\n'),
  )
})

test('what a terminal does not say of its width is taken to be 80', async () => {
  const { out } = await see({ terminal: 0 }, list('tests', [aTest(1, { name: 'x'.repeat(200) })]))
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(out).toContain('UPDATED AT')
})

const names = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom('日', '本', '👩‍💻', '❤️', '🇩🇪', 'e\u0301', '\u0301', '\u001b[31m', '\u200b', '\n', ' '),
  ),
  maxLength: 40,
})
const results = fc.constantFrom('passed', 'failed', 'inProgress', 'untested')

test.each([
  ['whole', 3],
  ['streamed', 230],
])(
  'columns stay aligned for CJK and emoji, nothing is wider than the terminal: a table that is %s',
  async (_, count) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: names, result: results }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 55, max: 120 }),
        async (kinds, terminal) => {
          const rows = Array.from({ length: count }, (__, at) => aTest(at, kinds[at % 3]))
          const { out } = await see({ terminal, columns: 'identifier,name,result,updatedAt' }, list('tests', rows))
          const lines = out.trimEnd().split('\n')
          expect(lines).toHaveLength(count + 1)
          for (const line of lines) {
            expect(stringWidth(line)).toBeLessThanOrEqual(terminal)
            expect(line).toBe(line.trimEnd())
          }
          const ends = lines.slice(1).map((line) => line.slice(0, line.lastIndexOf('3 hours ago')))
          expect(new Set(ends.map((line) => stringWidth(line))).size).toBe(1)
        },
      ),
      examples(count < 100 ? 40 : 5),
    )
  },
)

test('a longer table looks the same as a short one, as far as widths can be known', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => aTest(at, { name: `日本 ${at % 10}`, result: 'inProgress' }))
  const columns = 'name,result,assignedTo'
  const [short, long] = await Promise.all([
    see({ terminal: 80, columns }, list('tests', rows.slice(0, 200))),
    see({ terminal: 80, columns }, list('tests', rows)),
  ])
  expect(long.out.startsWith(short.out)).toBe(true)
})

test('later rows that are wider than the first are cut to their columns, but for the identifier', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => aTest(at, { name: at < 250 ? 'short' : 'x'.repeat(50) }))
  rows[299] = aTest(123_456_789, { name: 'y'.repeat(50) })
  const { out } = await see({ terminal: 80 }, list('tests', rows))
  const lines = out.trimEnd().split('\n')
  expect(lines[260]).toMatch(/^WEB-T259 {7}xxxx…  - untested {16}\s*3 hours ago$/)
  expect(lines[300]).toMatch(/^WEB-T123456789 {2}/)
})

test('any other table has the columns that it was given, the first of them whole', async () => {
  const rows = [
    { name: 'url', value: 'file:./team.db', origin: 'TESTCTL_URL' },
    { name: 'limit', value: 50 },
  ]
  expect((await see({ terminal: 80 }, (printer) => printer.table(['name', 'value', 'origin'], rows))).out).toBe(
    ['NAME   VALUE           ORIGIN', 'url    file:./team.db  TESTCTL_URL', 'limit  50', ''].join('\n'),
  )
})
