import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

let world: SeededWorld
beforeEach(async () => {
  world = await createSeededWorld()
})
afterEach(() => world.remove())

const file = (name: string, text: string) => writeFile(join(world.folder, name), text)
const header = 'ID,Title,Preconditions,Steps,Expected Result,Priority'
const csv = (rows: readonly string[]) => [header, ...rows].join('\n')
const rows = ['1,Pay,a user,"1. add\n2. pay","1. shown\n2. paid",high', '2,Leave,,1. go,,', '3,Look,,,,low']

type Case = { name: string; steps: object[]; customFields: Record<string, string> }

/** Reads the imported cases, those with a source, from the service. */
const imported = async () =>
  (await world.json<Case[]>('testctl cases list -p WEB --all'))
    .filter(({ customFields }) => customFields['source'] !== undefined)
    .toSorted((one, other) => (one.customFields['source']! < other.customFields['source']! ? -1 : 1))
    .map(({ name, steps, customFields }) => ({ name, steps: steps.length, ...customFields }))

describe('a file of another system', () => {
  test('is imported; a second import finds its cases and sends nothing', async () => {
    await file('export.csv', csv(rows))
    expect(await world.prints('testctl cases import export.csv -p WEB')).toBe('+ 3 new  = 0 unchanged\n')
    expect(await imported()).toEqual([
      { name: 'Pay', steps: 2, priority: 'high', source: 'csv:export#1' },
      { name: 'Leave', steps: 1, source: 'csv:export#2' },
      { name: 'Look', steps: 0, priority: 'low', source: 'csv:export#3' },
    ])
    expect(await world.prints('testctl cases import export.csv -p WEB')).toBe('= 3 unchanged\n')
    const sent = await world.requests('testctl cases import export.csv -p WEB')
    expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([])
  })

  test('is found again on a computer that has never imported', async () => {
    await file('export.csv', csv(rows))
    await world.prints('testctl cases import export.csv -p WEB')
    expect(
      await world.prints('testctl cases import export.csv -p WEB', { env: { HOME: join(world.folder, 'other') } }),
    ).toBe('= 3 unchanged\n')
  })

  test('that was exported anew sends what has changed', async () => {
    await file('export.csv', csv(rows))
    await world.prints('testctl cases import export.csv -p WEB')
    await file('export.csv', csv([rows[2]!, rows[0]!.replace('high', 'low'), '4,More,,,,']))
    expect(await world.prints('testctl cases import export.csv -p WEB')).toBe(
      '+ 1 new  ~ 1 changed (priority 1)  = 1 unchanged\n',
    )
    expect((await imported()).map(({ name }) => name)).toEqual(['Pay', 'Leave', 'Look', 'More'])
  })

  test('says what cannot be read, and imports the rest', async () => {
    await file('export.csv', csv([...rows, '5,,,,,', '6,"x"y,,,,']))
    const { stdout, stderr, exitCode } = await world.type('testctl cases import export.csv -p WEB --report losses.md')
    expect({ stdout, exitCode }).toEqual({ stdout: '+ 3 new  = 0 unchanged\n', exitCode: 7 })
    expect(stderr).toContain('warning: export.csv (CSV): 5 read = 3 new + 2 unreadable\n')
    expect(stderr).toContain('2 cases could not be read')
    const report = await readFile(join(world.folder, 'losses.md'), 'utf8')
    expect(report).toContain('- line 7 (5): it has no name\n')
    expect(report).toContain('- line 8: a quote in a quoted cell is not doubled\n')
    expect(report).toContain('- Priority → fields.priority: 2\n')
  })

  test('shows its plan with --dry-run, and sends nothing', async () => {
    await file('export.csv', csv(rows))
    expect(await world.prints('testctl cases import export.csv -p WEB --dry-run')).toBe('+ 3 new  = 0 unchanged\n')
    expect(await imported()).toEqual([])
  })

  test('names what is too large before anything is sent', async () => {
    await file('export.csv', csv([`1,${'n'.repeat(501)},,,,`, rows[1]!]))
    const { stderr, exitCode } = await world.type('testctl cases import export.csv -p WEB')
    expect(stderr).toContain('warning: export.csv:2: a name has 501 characters, and 500 are the most\n')
    expect({ exitCode, names: (await imported()).map(({ name }) => name) }).toEqual({ exitCode: 7, names: ['Leave'] })
  })
})

test('--to writes Markdown files that import the same', async () => {
  await file('export.csv', csv(rows))
  expect(await world.prints('testctl cases import export.csv --to cases')).toBe('Wrote 3 cases into cases\n')
  expect(await readdir(join(world.folder, 'cases'))).toHaveLength(3)
  expect(await world.prints('testctl cases import cases -p WEB')).toMatch(/^\+ 3 new/)
  expect(await world.prints('testctl cases import export.csv -p WEB')).toBe('= 3 unchanged\n')
  expect(await world.fails('testctl cases import export.csv --to cases')).toMatchObject({ exitCode: 2 })
})

test('--write-map writes the map that is guessed, and --map reads it', async () => {
  await file('odd.csv', 'Nr;Name;Schritt\n1;a;x\n')
  await world.prints('testctl cases import odd.csv --write-map map.json')
  const map = JSON.parse(await readFile(join(world.folder, 'map.json'), 'utf8')) as object
  expect(map).toEqual({ name: 'Name', fields: {}, leaveOut: [] })
  await file('map.json', JSON.stringify({ ...map, id: 'Nr', steps: { as: 'text', action: 'Schritt' } }))
  await world.prints('testctl cases import odd.csv --map map.json -p WEB')
  expect(await imported()).toEqual([{ name: 'a', steps: 1, source: 'csv:odd#1' }])
})

test('--write-map of a CSV whose columns are called otherwise writes a map to fill in', async () => {
  await file('de.csv', 'Titel;Schritte;Erwartet\nLogin;Öffnen;Form\n')
  expect((await world.fails('testctl cases import de.csv -p WEB')).stderr).toContain('--write-map FILE')
  const said = await world.prints('testctl cases import de.csv --write-map map.json')
  expect(said).toContain('Wrote map.json, to fill in')
  expect((await world.fails('testctl cases import de.csv --map map.json -p WEB')).stderr).toContain('"name" must be')
  const map = JSON.parse(await readFile(join(world.folder, 'map.json'), 'utf8')) as Record<string, object>
  expect(map['columns']).toEqual(['Titel', 'Schritte', 'Erwartet'])
  const steps = { ...map['steps'], action: 'Schritte', expectation: 'Erwartet' }
  await file('map.json', JSON.stringify({ ...map, name: 'Titel', steps }))
  await world.prints('testctl cases import de.csv --map map.json -p WEB')
  expect(await imported()).toEqual([{ name: 'Login', steps: 1, source: 'csv:de#Login' }])
  const help = (await world.prints('testctl help case-files')).replace(/\s+/g, ' ')
  for (const key of Object.keys(map).filter((one) => one !== 'columns')) expect(help).toContain(key)
})

test('--write-map of an XML says that it is for CSV', async () => {
  await file('a.xml', '<testcases></testcases>')
  const { stderr } = await world.fails('testctl cases import a.xml --write-map map.json')
  expect(stderr).toContain('error: --write-map is for CSV, and a.xml is not CSV\n')
})

describe('what cannot be meant is refused, and nothing is sent', () => {
  test.each([
    ['testctl cases import missing.csv -p WEB', /there is no f/],
    ['testctl cases import export.csv --from testpad -p WEB', /there is no system "testpad"/],
    ['testctl cases import export.csv --from xray -p WEB', /is not an export of Xray/],
    ['testctl cases import export.csv --prune -p WEB', /--prune is for a folder/],
    ['testctl cases import export.csv --map nothing.json -p WEB', /nothing.json/],
    ['testctl cases import . --from qase -p WEB', /--from is for a file of another system/],
    ['testctl cases import empty.csv -p WEB', /has no case in it/],
    ['testctl cases import export.csv -p NONE', /NONE/],
    ['testctl cases import cut.xml -p WEB', /cut.xml is not well-formed XML: line 1/],
  ])('%s', async (line, message) => {
    await file('export.csv', csv(rows))
    await file('empty.csv', header)
    await file('cut.xml', '<suite><sections><section><cases><case><id>C1</id><title>a</title></case>')
    const { stderr } = await world.fails(line)
    expect(stderr).toMatch(message)
    expect(await imported()).toEqual([])
  })
})
