import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { worldsAfter } from '../../../helpers/ground.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

// If an export has no IDs, the ID of a case is its section and name. Another map or a new ID column changes it. DECISIONS 406

let world: SeededWorld
const makeWorld = worldsAfter(createSeededWorld, (world) =>
  world.prints('testctl projects create --name D --identifier DBL'),
)
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.remove())

const file = (name: string, text: string) => writeFile(join(world.folder, name), text)
const cases = async () =>
  (await world.json<{ identifier: string; customFields: { source: string } }[]>('testctl cases list -p DBL --all')).map(
    ({ identifier, customFields: { source } }) => `${identifier} ${source}`,
  )

const german = 'Name;Schritte;Ordner\nAnmelden;1. Öffnen;Web\nAbmelden;1. Schließen;Web\n'
const map = JSON.stringify({
  name: 'Name',
  steps: { as: 'numbered', action: 'Schritte' },
  fields: { section: 'Ordner' },
})

/** Imports de.csv without a map, and writes the better map for the next import. */
const importGerman = async (text = german) => {
  await file('de.csv', text)
  await file('map.json', map)
  await world.prints('testctl cases import de.csv -p DBL')
}

test('a better map on day one doubles no case: it is refused, with both IDs named', async () => {
  await importGerman()
  const { stderr, exitCode } = await world.fails('testctl cases import de.csv -p DBL --map map.json')
  expect(exitCode).toBe(2)
  expect(stderr).toContain('de.csv has cases that were imported under other IDs before; nothing was sent')
  expect(stderr).toContain('de.csv:2: "Anmelden"; csv:de#Anmelden is DBL-C1 "Anmelden"')
  expect(stderr).toContain('--ours all, or delete them first; other cases: --source NAME')
  expect(await cases()).toEqual(['DBL-C1 csv:de#Anmelden', 'DBL-C2 csv:de#Abmelden'])
})

test('--ours all keeps the cases, reads them by the better map, and the next import finds them', async () => {
  await importGerman()
  expect(await world.prints('testctl cases import de.csv -p DBL --map map.json --ours all')).toBe(
    '~ 2 changed (steps 2, section 2, source 2)  = 0 unchanged\n',
  )
  expect(await cases()).toEqual(['DBL-C1 csv:de#Web › Anmelden', 'DBL-C2 csv:de#Web › Abmelden'])
  expect(await world.json('testctl cases get DBL-C1')).toMatchObject({ steps: [{ action: 'Öffnen' }] })
  expect(await world.prints('testctl cases import de.csv -p DBL --map map.json')).toBe('= 2 unchanged\n')
})

test('--source makes them cases of their own, as the hint says', async () => {
  await importGerman()
  await world.fails('testctl cases import de.csv -p DBL --map map.json')
  expect(await world.prints('testctl cases import de.csv -p DBL --map map.json --source new')).toMatch(/^\+ 2 new/)
})

test('those that were deleted first are imported by the better map', async () => {
  await importGerman()
  await world.fails('testctl cases import de.csv -p DBL --map map.json')
  await world.prints('testctl cases delete DBL-C1 DBL-C2 -y')
  expect(await world.prints('testctl cases import de.csv -p DBL --map map.json')).toBe('+ 2 new  = 0 unchanged\n')
})

test('--ours all goes on with an import that had got to a few of the cases', async () => {
  await importGerman(`${german}Suchen;1. tippen;Web\n`)
  await file('de.csv', german.split('\n').slice(0, 3).join('\n'))
  await world.prints('testctl cases import de.csv -p DBL --map map.json --ours all')
  await file('de.csv', `${german}Suchen;1. tippen;Web\n`)
  expect(await world.prints('testctl cases import de.csv -p DBL --map map.json --ours all')).toMatch(
    /^~ 1 changed \(.*\) {2}= 2 unchanged\n$/,
  )
  expect(await cases()).toHaveLength(3)
})

test('an ID column that is added to the same file later doubles no case, even where one was renamed there', async () => {
  await file('web.csv', 'Name\nPay\nLeave\n')
  await world.prints('testctl cases import web.csv -p DBL --source shop')
  await world.prints('testctl cases update DBL-C2 --name "Leave the shop"')
  await file('web.csv', 'ID,Name\n1,Pay\n2,Leave\n')
  const { stderr } = await world.fails('testctl cases import web.csv -p DBL --source shop')
  expect(stderr).toContain('web.csv:3: "Leave"; csv:shop#Leave is DBL-C2 "Leave the shop"')
  await world.prints('testctl cases import web.csv -p DBL --source shop --ours all')
  expect(await cases()).toEqual(['DBL-C1 csv:shop#1', 'DBL-C2 csv:shop#2'])
})

test('a better map for the whole export, of which a few cases were tried out first, doubles none of these', async () => {
  await importGerman()
  await file('de.csv', `${german}Suchen;1. tippen;Web\nKaufen;1. zahlen;Web\nLesen;1. lesen;Web\n`)
  const { stderr } = await world.fails('testctl cases import de.csv -p DBL --map map.json')
  expect(stderr).toContain('de.csv has cases that were imported under other IDs before; nothing was sent')
  expect(await world.prints('testctl cases import de.csv -p DBL --map map.json --ours all')).toMatch(
    /^\+ 3 new {2}~ 2 /,
  )
})

test('cases of one name are paired in their order', async () => {
  await file('web.csv', 'Name,Area\nPay,one\nPay,two\n')
  await world.prints('testctl cases import web.csv -p DBL')
  await file('web.csv', 'ID,Name,Area\n8,Pay,one\n9,Pay,two\n')
  expect(await world.prints('testctl cases import web.csv -p DBL --ours all')).toMatch(/^~ 2 changed \(source 2\)/)
})

test('a file in which a few cases were moved to another section is imported', async () => {
  await file('web.csv', 'Section,Name\nA,Pay\nA,Leave\nA,Find\n')
  await world.prints('testctl cases import web.csv -p DBL')
  await file('web.csv', 'Section,Name\nB,Pay\nA,Leave\nA,Find\n')
  expect(await world.prints('testctl cases import web.csv -p DBL')).toMatch(/^\+ 1 new/)
})

test('two projects of one system whose cases have the same names stay two, by the IDs of the system', async () => {
  const azure = (...ids: number[]) =>
    `ID,Work Item Type,Title,Test Step,Step Action,Step Expected\n${ids.map((id) => `${id},Test Case,Pay ${id % 2},,,\n`).join('')}`
  await file('one.csv', azure(1, 2))
  await file('two.csv', azure(3, 4))
  await world.prints('testctl cases import one.csv -p DBL')
  expect(await world.prints('testctl cases import two.csv -p DBL')).toMatch(/^\+ 2 new/)
})
