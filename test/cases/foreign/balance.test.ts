import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { readForeign } from './reading.ts'

const folder = fileURLToPath(new URL('../../../../shared/exports/', import.meta.url))

/** Counts the non-empty cells of each column in the rows of cases. */
const cellsIn = (text: string, delimiter: string): Record<string, number> => {
  const [header = [], ...rows] = parse(text, { delimiter, relax_column_count: true, bom: true }) as string[][]
  const counts: Record<string, number> = {}
  for (const row of rows.filter(([id]) => id !== ''))
    row.forEach((cell, at) => {
      if (cell.trim() !== '') counts[header[at]!] = (counts[header[at]!] ?? 0) + 1
    })
  return counts
}

const azure =
  'ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path,State,Tags\n' +
  '1,Test Case,Login,1,Open,shown,Web,Design,a\n2,Test Case,Logout,,,,Web,Design,\n'
const plain = 'Key,Summary,Steps,Expected,Owner,Area\n1,a,"1. x\n2. y",,ana,\n2,b,z,Z,,shop\n'

const valuesIn = async (text: string) => {
  const { account } = await readForeign(text)
  const values: Record<string, number> = {}
  for (const { from, values: count } of account.fields) values[from] = (values[from] ?? 0) + count
  return values
}

describe('every cell of a case is accounted for', () => {
  test.each([
    ['Azure Test Plans', azure],
    ['any CSV', plain],
  ])('%s', async (_, text) => expect(await valuesIn(text)).toEqual(cellsIn(text, ',')))

  test.skipIf(!existsSync(folder)).each([
    ['testrail-steps-semicolon.csv', ';'],
    ['testrail-text.csv', ','],
    ['qase-v2.csv', ','],
    ['qase-old.csv', ','],
  ])('%s', async (name, delimiter) => {
    const text = readFileSync(folder + name, 'utf8')
    expect(await valuesIn(text)).toEqual(cellsIn(text.replace(/^\ufeff?sep=.\r?\n/, ''), delimiter))
  })
})
