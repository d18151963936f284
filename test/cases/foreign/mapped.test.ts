import { describe, expect, test } from 'vitest'
import { guessMap } from '../../../src/cases/foreign/mapped/guess.ts'
import { formatMap, parseMap } from '../../../src/cases/foreign/mapped/map.ts'
import { createHeader } from '../../../src/cases/foreign/csv/table.ts'
import { readForeign, stepsIn } from './reading.ts'

const mapOf = (value: object) => parseMap('map.json', JSON.stringify(value))

describe('steps are read however they are laid out', () => {
  test.each<[string, string, object | undefined, string[][]]>([
    [
      'rows',
      'Name,Action,Expected\nA,a,A\n,b,B\n,c,',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
        ['c', ''],
      ],
    ],
    [
      'rows that repeat the case',
      'ID,Name,Step,Expected\n1,A,a,A\n1,A,b,B',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'rows of qTest',
      'Test Case ID,Test Case Name,Test Step #,Test Step Description,Test Step Expected Result\nTC-1,X,1,a,A\nTC-1,X,2,b,B',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'rows of PractiTest',
      'Test ID,Test Name,Step Position,Step Name,Step Description,Step Expected Results\n1,X,2,S2,b,B\n1,X,1,S1,a,A',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'rows of Testmo',
      'Case ID,Case,Steps (Step),Steps (Expected)\n1,X,a,A\n,,b,B',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'rows of Zephyr Scale',
      'Key,Name,Test Script (Step-by-Step) - Step,Test Script (Step-by-Step) - Expected Result\nSHOP-T1,X,a,A\n,,b,B',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'rows of Xray',
      'Issue key,Test Summary,Action,Data,Result\nCALC-1,X,a,,A\nCALC-1,X,b,,B',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'steps beside the result of a run',
      'Name,Steps,Result\nX,"1. a\n2. b",passed',
      undefined,
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    [
      'columns',
      'Name,Step 1,Expected Result 1,Step 2,Expected Result 2\nX,a,A,b,B',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'numbered',
      'Name,Steps,Expected\nX,"1. a\n2. b","1. A\n2. B"',
      undefined,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'numbered on one side',
      'Name,Steps,Expected\nX,"1. a\n2. b",',
      undefined,
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    [
      'another number of expectations',
      'Name,Steps,Expected\nX,"1. a\n2. b","1. A"',
      undefined,
      [['1. a\n2. b', '1. A']],
    ],
    ['a gap in the numbers', 'Name,Steps,Expected\nX,"1. a\n3. b",', undefined, [['1. a\n3. b', '']]],
    ['not from 1', 'Name,Steps\nX,"2. a\n3. b"', undefined, [['2. a\n3. b', '']]],
    [
      'a list in a step',
      'Name,Steps\nX,"1. a\n  - x\n2. b"',
      undefined,
      [
        ['a\n  - x', ''],
        ['b', ''],
      ],
    ],
    [
      'versions are no numbers',
      'Name,Steps\nX,"1.5 is installed\n2.0 is not"',
      undefined,
      [['1.5 is installed\n2.0 is not', '']],
    ],
    [
      'lines',
      'Name,S,E\nX,"a\n\nb","A\nB"',
      { name: 'Name', steps: { as: 'lines', action: 'S', expectation: 'E' } },
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    ],
    [
      'lines that do not match',
      'Name,S,E\nX,"a\nb","A"',
      { name: 'Name', steps: { as: 'lines', action: 'S', expectation: 'E' } },
      [['a\nb', 'A']],
    ],
    ['text', 'Name,S\nX,"1. a\n2. b"', { name: 'Name', steps: { as: 'text', action: 'S' } }, [['1. a\n2. b', '']]],
    ['test data', 'Name,Action,Expected,Test Data\nX,a,A,42', undefined, [['a\n\nTest data: 42', 'A']]],
  ])('%s', async (_, text, map, steps) => expect(await stepsIn(text, map ? { map: mapOf(map) } : {})).toEqual(steps))
})

test('every column goes somewhere, and is accounted for', async () => {
  const map = mapOf({ id: 'Nr', name: 'Was', fields: { area: 'Teil' }, leaveOut: ['Notiz'] })
  const { cases, account } = await readForeign('Nr;Was;Teil;Notiz;Rest\n7;a;b;c;d', { map })
  expect(cases[0]?.content).toMatchObject({ name: 'a', customFields: { area: 'b', Rest: 'd', source: 'csv:7' } })
  expect(account.fields.map(({ from, to }) => `${from} → ${to}`)).toEqual([
    'Nr → source',
    'Was → name',
    'Teil → fields.area',
    'Rest → fields.Rest',
  ])
  expect(account.losses).toEqual([{ what: '"Notiz" value', count: 1, places: ['line 2'] }])
})

test('cases without an id are told apart by section and name, in the same order', async () => {
  const { cases } = await readForeign('Section,Title\nA,x\nB,x\nA,x\n,x')
  expect(cases.map(({ source }) => source)).toEqual(['csv:A › x', 'csv:B › x', 'csv:A › x (2)', 'csv:x'])
})

test('the map that is guessed can be written, edited and read back', () => {
  const header = createHeader([
    'Key',
    'Summary',
    'Precondition',
    'Test Step',
    'Expected',
    'Data',
    'Folder',
    'Labels',
    'X',
  ])
  const map = guessMap(header)!
  expect(map).toEqual({
    id: 'Key',
    name: 'Summary',
    preconditions: 'Precondition',
    steps: { as: 'rows', action: 'Test Step', expectation: 'Expected', data: 'Data' },
    fields: { section: 'Folder', tags: 'Labels' },
    leaveOut: [],
  })
  expect(parseMap('map.json', formatMap(map))).toEqual(map)
})

test('a column Case is the name where no other is: beside a scenario it has numbers', () => {
  expect(guessMap(createHeader(['Case', 'Test Scenario', 'Steps']))).toMatchObject({ name: 'Test Scenario' })
  expect(guessMap(createHeader(['Case', 'Steps']))).toMatchObject({ name: 'Case' })
})
