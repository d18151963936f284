import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf } from '../../../src/cases/csv/rows.ts'
import { character } from '../../helpers/character.ts'
import { examples } from '../../helpers/soak.ts'

const rowsIn = async (text: string, delimiter: string) => {
  const rows = []
  for await (const some of rowsOf(Readable.from([text]), delimiter)) rows.push(...some)
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
