import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SeededWorld } from '../../../helpers/seed.ts'
import { worldsOfFewCases } from '../few-cases.ts'

// testctl's own CSV with an edited header.

let world: SeededWorld
const makeWorld = worldsOfFewCases(async (world) => {
  await world.prints(
    'testctl cases update WEB-C1 --step "one => two" --step "three => four" --preconditions ready --custom-field area=shop',
  )
  await world.prints('testctl cases export cases.csv -p WEB', { cwd: world.folder })
})
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())
const file = (name: string) => join(world.folder, name)
const type = (line: string) => world.type(`testctl ${line}`, { cwd: world.folder })
const read = async (name: string) => (await readFile(file(name), 'utf8')).replace(/^\ufeff/, '')
const cases = () => world.json<object[]>('testctl cases list -p WEB --all')
const columns = ['identifier', 'name', 'preconditions', 'step', 'action', 'expectation', 'fields.area', 'fields.weight']

/** Rewrites cases.csv with these columns, in this order. No cell needs quotes. */
const arrange = async (names: readonly string[], delimiter = ',') => {
  const rows = (await read('cases.csv'))
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
  const cells = rows.map((row) => names.map((name) => row[columns.indexOf(name)] ?? ''))
  await writeFile(file('cases.csv'), cells.map((row) => `${row.join(delimiter)}\r\n`).join(''))
}

const edit = async (change: (text: string) => string) => writeFile(file('cases.csv'), change(await read('cases.csv')))

describe('is recognised, and doubles no case', () => {
  const unchanged = async () => {
    const before = await cases()
    for (const verb of ['status', 'import'])
      expect(await type(`cases ${verb} cases.csv`)).toEqual({ stdout: '= 3 unchanged\n', stderr: '', exitCode: 0 })
    expect(await cases()).toEqual(before)
  }

  test('with its columns in another order', async () => {
    await arrange(columns.toReversed())
    await unchanged()
    // A new case keeps the order.
    await edit((text) => `${text},,,,,,New,\r\n`)
    expect((await type('cases import cases.csv')).stdout).toBe('+ 1 new  = 3 unchanged\n')
    expect(await read('cases.csv')).toMatch(/^fields\.weight,.*name,identifier\r\n/)
    expect(await read('cases.csv')).toContain(',,,,,,New,WEB-C15\r\n')
  })

  test('with capitals in its header', async () => {
    await edit((text) =>
      text.replace(/^[^\r]*/, 'Identifier,Name, PRECONDITIONS,Step,Action,Expectation,Fields.area,FIELDS.weight'),
    )
    await unchanged()
  })

  test('as what Excel saves as Unicode text', async () => {
    await arrange(columns, '\t')
    await writeFile(file('cases.csv'), `\ufeff${await read('cases.csv')}`, 'utf16le')
    await unchanged()
  })

  test('with sep= in the first line', async () => {
    await arrange(columns, ';')
    await edit((text) => `sep=;\r\n${text}`)
    await unchanged()
  })

  test('with sep= and a delimiter that no header shows, which an export keeps', async () => {
    await arrange(columns, '#')
    await edit((text) => `sep=#\r\n${text}`)
    await unchanged()
    await world.prints('testctl cases update WEB-C1 --preconditions "#1 is ready"')
    expect(await type('cases export cases.csv')).toMatchObject({
      stdout: '~ 1 changed (preconditions 1)  = 2 unchanged\n',
    })
    expect(await read('cases.csv')).toMatch(/^sep=#\r\nidentifier#name#.*\r\nWEB-C1#logs in#"#1 is ready"#1#one#two#/)
    await unchanged()
  })

  test.each([
    [['identifier', 'name']],
    [['name', 'fields.area', 'identifier']],
    [['identifier', 'name', 'step', 'action', 'expectation']],
  ])('with the columns %j alone: the others say nothing', async (names) => {
    await arrange(names)
    await unchanged()
    await edit((text) => text.replace('logs in', 'logs in again'))
    expect((await type('cases import cases.csv')).stdout).toBe('~ 1 changed (name 1)  = 2 unchanged\n')
    expect(await world.json('testctl cases get WEB-C1')).toMatchObject({
      name: 'logs in again',
      preconditions: 'ready',
      steps: [{ action: 'one' }, { action: 'three' }],
      customFields: { area: 'shop', weight: expect.any(Number) },
    })
  })
})

test('a new case is written back without adding columns; an export brings them all again', async () => {
  await arrange(['name', 'identifier'])
  await edit((text) => `${text}New,\r\n`)
  expect((await type('cases import cases.csv')).stdout).toBe('+ 1 new  = 3 unchanged\n')
  expect(await read('cases.csv')).toMatch(/^name,identifier\r\n/)
  await world.prints('testctl cases update WEB-C2 --preconditions theirs')
  expect((await type('cases status cases.csv')).stdout).toContain('< 1 changed there')
  expect((await type('cases export cases.csv')).stdout).toContain(
    '~ 3 changed (preconditions 2, steps 1, area 3, weight 3)',
  )
  const text = await read('cases.csv')
  expect(text).toMatch(/^name,identifier,preconditions,step,action,expectation,fields\.area,fields\.weight\r\n/)
  expect(text).toMatch(/logs in,WEB-C1,ready,1,one,two,shop,json:\d+\r\n,WEB-C1,,2,three,four,,\r\n/)
  expect((await type('cases import cases.csv')).stdout).toBe('= 4 unchanged\n')
})

test.each([
  [
    ['name', 'preconditions', 'step', 'action', 'expectation', 'fields.area'],
    '"Two, steps",,1,a,A,shop\n,,2,b,B,\nOne,,,,,\n',
    2,
  ],
  [['name', 'fields.area'], 'Two,shop\nOne,\n', 0],
  [['step', 'action', 'expectation', 'name'], '1,a,A,Two\n2,b,B,\n,,,One\n', 2],
])('without identifiers, its cases are new and get them: %j', async (names, rows, steps) => {
  await writeFile(file('new.csv'), `${names.join(',')}\n${rows}`)
  expect(await type('cases import new.csv -p WEB')).toMatchObject({
    stdout: expect.stringMatching(/^\+ 2 new/),
    stderr: '',
  })
  expect(await read('new.csv')).toMatch(new RegExp(`^identifier,${names.join(',')}\r\n`))
  expect((await type('cases import new.csv')).stdout).toBe('? 3 without a file  = 2 unchanged\n')
  const made = await world.json<{ name: string; steps: object[] }[]>('testctl cases list -p WEB --all')
  expect(made.filter(({ name }) => name.startsWith('Two')).map((one) => one.steps.length)).toEqual([steps])
})

test('a column that is there and empty empties the field', async () => {
  await edit((text) => text.replace(/shop/, '').replace(/,ready,/, ',,'))
  expect((await type('cases import cases.csv')).stdout).toContain('(preconditions 1, area 1)')
})

describe('is refused, and nothing is sent', () => {
  test.each([
    ['with a column in front that is not known', /there is no column "Nr": a custom field is called fields\.Nr/, 'Nr,'],
    ['with an empty column', /there is no column ""/, ','],
  ])('%s', async (_, message, front) => {
    await edit((text) => text.replaceAll(/^(?=.)/gm, front))
    const before = await cases()
    const { stderr, exitCode } = await type('cases import cases.csv -p WEB')
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)])
    expect(await cases()).toEqual(before)
  })

  test('with a part of the columns of steps', async () => {
    await arrange(columns.filter((name) => name !== 'expectation'))
    expect((await type('cases import cases.csv')).stderr).toContain('step, action, expectation belong together')
  })

  test('under a name that does not end in .csv, and with a flag for other systems', async () => {
    await writeFile(file('cases.txt'), await read('cases.csv'))
    expect((await type('cases import cases.txt -p WEB')).stderr).toContain(
      'has the columns of a CSV that testctl wrote',
    )
    expect((await type('cases import cases.csv --report r.md -p WEB')).stderr).toContain(
      '--report is for a file of another',
    )
    expect(await cases()).toHaveLength(3)
  })
})

test('a CSV whose identifiers are of another form stays one of another system', async () => {
  await writeFile(file('odd.csv'), 'Identifier,Name,Steps\nTC-7,Pay,1. go\n')
  expect((await type('cases import odd.csv -p WEB')).stdout).toBe('+ 1 new  = 0 unchanged\n')
  await writeFile(file('new.csv'), 'Identifier,Name,Steps\n,Buy,1. go\n')
  expect((await type('cases import new.csv -p WEB')).stdout).toBe('+ 1 new  = 0 unchanged\n')
})
