import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf } from '../../../src/cases/csv/rows.ts'
import { character } from '../../helpers/character.ts'
import { examples } from '../../helpers/soak.ts'

const rowsIn = async (text: string | string[], delimiter: string) => {
  const rows = []
  for await (const some of rowsOf(Readable.from([text].flat()), delimiter)) rows.push(...some)
  return rows
}

const cell = fc.string({ unit: fc.oneof(fc.constantFrom(' ', ',', ';', '\t', '|', "'", '\\', '\0'), character) })
const line = fc.array(cell, { minLength: 1 }).map((cells) => cells.join(',').replace(/["\r\n]/g, ''))

test.each([',', ';', '\t', '|'])(
  'a row without a quote has the cells that a parser of CSV finds between %j',
  async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(
        line.filter((text) => text.trim() !== ''),
        async (text) => {
          expect(await rowsIn(`${text}\n`, delimiter)).toEqual([{ line: 1, cells: parse(text, { delimiter })[0] }])
        },
      ),
      examples(50),
    )
  },
)

test('in whatever pieces a CSV comes, its rows and their lines are the same', async () => {
  const text = 'a,b\r\n\r\n"c\r\nd",e\rf,"g\n\nh"\n\n\r"i"x,j\rk,l'
  const whole = await rowsIn(text, ',')
  expect(whole).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['c\nd', 'e'] },
    { line: 5, cells: ['f', 'g\n\nh'] },
    { line: 10, reason: 'a quote in a quoted cell is not doubled', text: '"i"x,j' },
    { line: 11, cells: ['k', 'l'] },
  ])
  for (let first = 0; first <= text.length; first++)
    for (let second = first; second <= text.length; second++)
      expect(await rowsIn([text.slice(0, first), text.slice(first, second), text.slice(second)], ',')).toEqual(whole)
})

test('a row that cannot be read gives its lines back to the rows in it, each with its line', async () => {
  expect(await rowsIn('a,"b\nc,d\ne"f,g\nh,i\n', ',')).toEqual([
    { line: 1, reason: 'a quote in a quoted cell is not doubled', text: 'a,"b\nc,d\ne"f,g' },
    { line: 2, within: 1, cells: ['c', 'd'] },
    { line: 3, within: 1, reason: 'a quote is in a cell that is not quoted', text: 'e"f,g\nh,i' },
    { line: 4, within: 1, cells: ['h', 'i'] },
  ])
})
