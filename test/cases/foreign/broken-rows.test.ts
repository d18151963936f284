import { describe, expect, test } from 'vitest'
import { readForeign } from './reading.ts'

// If each row is a step, a malformed row must not change any case: neither its own nor the one before.

const read = async (...rows: string[]) => {
  const { cases, account } = await readForeign(rows.join('\n'))
  return [
    cases.map(({ content }) => `${content.name}: ${content.steps.map(({ action }) => action).join(' ')}`),
    account.unreadable.map(({ line, reason }) => `${line}: ${reason}`),
  ]
}

const forms = [
  {
    form: 'any CSV',
    header: 'ID,Name,Step,Expected,Note',
    first: (id: string, name: string, step: string) => `${id},${name},"${step}","ok",n`,
    next: (step: string) => `,,"${step}","ok",`,
  },
  {
    form: 'a CSV that says with each row whose it is',
    header: 'ID,Name,Action,Expected,Note',
    first: (id: string, name: string, step: string) => `${id},${name},"${step}","ok",n`,
    next: (step: string, id: string) => `${id},,"${step}","ok",`,
  },
  {
    form: 'TestRail',
    header: 'ID,Title,Suite ID,Steps (Step),Steps (Expected Result)',
    first: (id: string, name: string, step: string) => `${id},${name},S1,"${step}","ok"`,
    next: (step: string) => `,,,"${step}","ok"`,
  },
  {
    form: 'Azure Test Plans',
    header: 'ID,Work Item Type,Title,Test Step,Step Action,Step Expected',
    first: (id: string, name: string, step: string) => `${id},Test Case,${name},,"${step}","ok"`,
    next: (step: string) => `,,,,"${step}","ok"`,
  },
]

describe.each(forms)('$form', ({ header, first, next }) => {
  const rows = [first('1', 'One', 'a'), next('b', '1'), first('2', 'Two', 'c'), next('d', '2'), first('3', 'Six', 'e')]

  test('a case with a step that cannot be read is left as it is, and told by both lines', async () => {
    expect(await read(header, ...rows.with(1, next('b" x', '1')))).toEqual([
      ['Two: c d', 'Six: e'],
      ['2: a row of it in line 3: a quote in a quoted cell is not doubled'],
    ])
  })

  test('the steps of a case whose first row cannot be read are not those of the case before', async () => {
    expect(await read(header, ...rows.with(2, first('2', 'Two', 'c" x')))).toEqual([
      ['One: a b', 'Six: e'],
      ['4: a quote in a quoted cell is not doubled'],
    ])
  })

  test('an export that was cut off takes no step away', async () => {
    expect(await read(header, ...rows.slice(0, 3), next('d', '2').split('d')[0]!)).toEqual([
      ['One: a b'],
      ['4: a row of it in line 5: a quote in it is never closed'],
    ])
  })

  test('a row with too many cells is treated alike', async () => {
    const wide = `${next('b', '1')},,,x`
    const [cases, unreadable] = await read(header, ...rows.with(1, wide))
    expect(cases).toEqual(['Two: c d', 'Six: e'])
    expect(unreadable).toEqual([expect.stringMatching(/^2: a row of it in line 3: it has \d+ cells, and the header/)])
  })
})

test('a second row of the same id does not take the place of a case that cannot be read', async () => {
  const rows = ['1,One,"a"x,', '1,One,b,', '2,Two,c,', '1,One,d,']
  expect(await read('ID,Name,Action,Expected', ...rows)).toEqual([
    ['Two: c'],
    ['2: a quote in a quoted cell is not doubled', '5: csv:1 is in line 2 already'],
  ])
})

test('a last row that the file ends within takes nothing away', async () => {
  const rows = ['ID,Name,Action,Expected', '1,One,a,ok', ',,b,ok', '2,Two,c,ok', ',,d']
  const cut = ['4: a row of it in line 5: the file ends within it: was it cut off?']
  expect(await read(...rows)).toEqual([['One: a b'], cut])
  expect(await read(...rows.with(-1, ',,'))).toEqual([['One: a b'], cut])
  expect(await read(...rows, '')).toEqual([['One: a b', 'Two: c d'], []])
  expect(await read('Title,Steps,Expected', 'One,a', 'Two,b')).toEqual([['One: a', 'Two: b'], []])
})

test('a last row that leaves out no more cells than another one is whole', async () => {
  const rows = ['Title,Steps,Expected,Priority', 'One,a,ok,High', 'Two,b', 'Six,c,ok,Low', 'Ten,d']
  expect(await read(...rows)).toEqual([['One: a', 'Two: b', 'Six: c', 'Ten: d'], []])
})

test('lines within a cell of a row that cannot be read are no cases', async () => {
  const broken = ['Login,"1. open', 'wait for it', '3. "x" click', 'leave, then', '5. end",ok,High']
  const [cases, unreadable] = await read('Title,Steps,Expected,Priority', ...broken, 'Logout,"1. a', '2. b",ok,Low')
  expect(cases).toEqual(['Logout: 1. a\n2. b'])
  expect(unreadable).toEqual([
    '2: a quote in a quoted cell is not doubled',
    '3: it may be a part of the row in line 2',
    '4: a quote is in a cell that is not quoted',
    '5: it may be a part of the row in line 2',
    '6: a quote is in a cell that is not quoted',
  ])
})

test('rows that leave out empty cells at their end are read behind a quote that is never closed', async () => {
  const [cases] = await read('Title,Steps,Expected,Priority', 'One,a', 'Two,"b', 'Six,c', 'Ten,d,ok,High')
  expect(cases).toEqual(['One: a', 'Six: c', 'Ten: d'])
})

test('a row that names no case and has no step ends no case', async () => {
  expect(await read('ID,Name,Action,Data,Expected,Note', '1,One,a,,,', ',,,,,by Ana', ',,,x,,', ',,b,,,')).toEqual([
    ['One: a Test data: x b'],
    ['3: it has no name'],
  ])
})

describe('TestRail: a step of several lines', () => {
  const header = 'ID,Title,Suite ID,Steps (Step),Steps (Expected Result)'
  const notes = async (...rows: string[]) =>
    (await readForeign([header, ...rows].join('\n'))).account.notes.map(({ what }) => what)

  test('is one where steps are rows, and nothing is to be said', async () => {
    expect(await notes('C1,One,S1,"a\nb",', ',,,c,', 'C2,Two,S1,"d\ne",')).toEqual([])
  })

  test('may be several where a case is a row', async () => {
    expect(await notes('C1,One,S1,"a\nb",')).toEqual(['kept as one step, because the steps cannot be told apart'])
  })
})
