import { expect, test } from 'vitest'
import { type Noun, resources } from '../../../src/contract/vocabulary.ts'
import { UsageError } from '../../../src/errors.ts'
import { chooseColumns, columnNames } from '../../../src/output/cells/resource-columns.ts'
import { aTest, see } from '../sights.ts'

const nouns = Object.keys(resources) as Noun[]
const namesOf = (columns: readonly { name: string }[]): string[] => columns.map(({ name }) => name)

test.each(nouns)('every default column of %s is one of its columns', (noun) => {
  const names = namesOf(chooseColumns(noun))
  expect(names.length).toBeGreaterThan(2)
  expect(columnNames(noun)).toEqual(expect.arrayContaining(names))
})

test('the milestone of a run comes last, where a narrow terminal has no room for it', () => {
  expect(namesOf(chooseColumns('runs')).at(-1)).toBe('milestone')
})

test('an unknown column is a usage error before anything is read, with a suggestion and all that there are', async () => {
  const rows = async function* () {
    yield aTest(1)
    throw new Error('it was read')
  }
  for (const terminal of [80, undefined]) {
    const setting = { columns: 'name,status', ...(terminal !== undefined && { terminal }) }
    const { error, out } = await see(setting, (printer) => printer.list('tests', rows()))
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({ message: 'there is no column "status" in tests' })
    expect((error as UsageError).hint).toMatch(/^did you mean result\? columns: identifier, displayId, name, result,/)
    expect(out).toBe('')
  }
})

test('no column at all is a usage error', async () => {
  const { error } = await see({ columns: ' , ' }, (printer) => printer.list('tests', []))
  expect(error).toBeInstanceOf(UsageError)
})

test('columns from a setting are used where they exist, and the usual ones where none does', () => {
  expect(namesOf(chooseColumns('tests', { usual: 'name, result' }))).toEqual(['name', 'result'])
  expect(namesOf(chooseColumns('projects', { usual: 'name, result' }))).toEqual(['name'])
  expect(namesOf(chooseColumns('projects', { usual: 'result' }))).toEqual(['identifier', 'name', 'updatedAt'])
})

test('columns of any other table can be chosen too', async () => {
  const rows = [{ name: 'url', value: 'x', origin: 'flag' }]
  const print = (columns: string) => see({ columns }, (printer) => printer.table(['name', 'value', 'origin'], rows))
  expect((await print('value,name')).out).toBe('x\turl\n')
  expect((await print('valu')).error).toMatchObject({ hint: 'did you mean value? columns: name, value, origin' })
})
