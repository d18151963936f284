import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Resource } from '../../../src/output/cells/row.ts'
import { aTest, see } from '../sights.ts'
import { examples } from '../../helpers/soak.ts'
import { character } from '../../helpers/character.ts'

const row = fc.dictionary(
  fc.string({ unit: character }),
  fc.jsonValue({ stringUnit: character }),
) as fc.Arbitrary<Resource>
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a list is one array, exactly what the service said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const { out, err } = await see({ format: 'json' }, (printer) => printer.list('tests', rows))
      expect(JSON.parse(out)).toEqual(plain(rows))
      expect(err).toBe('')
    }),
    examples(100),
  )
})

test('--ndjson is one object a line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const { out } = await see({ format: 'ndjson' }, (printer) => printer.list('tests', rows))
      const lines = out.split('\n')
      expect(lines.pop()).toBe('')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(plain(rows))
    }),
    examples(100),
  )
})

test('it looks as JSON.stringify would write it', async () => {
  const rows = [aTest(1), aTest(2, { steps: [{ action: 'a', expectation: 'b' }] })]
  const { out } = await see({ format: 'json' }, (printer) => printer.list('tests', rows))
  expect(out).toBe(`${JSON.stringify(rows, null, 2)}\n`)
})

test.each([1, 999, 1000, 2500])('an answer with lists of %i looks so too', async (length) => {
  const long = Array.from({ length }, (_, at) => ({ at, name: `line\n${at}`, none: undefined, steps: [{ empty: [] }] }))
  const answer = {
    run: { id: 'a', tags: ['b'] },
    left: undefined,
    long,
    some: [1],
    texts: long.map(() => 'x'),
    end: null,
  }
  for (const one of [answer, { long }, { left: undefined, long }, long]) {
    const { out } = await see({ format: 'json' }, (printer) => printer.answer(one, []))
    expect(out).toBe(`${JSON.stringify(one, null, 2)}\n`)
  }
})

test('an empty list is an empty array', async () => {
  expect((await see({ format: 'json' }, (printer) => printer.list('tests', []))).out).toBe('[]\n')
  expect((await see({ format: 'ndjson' }, (printer) => printer.list('tests', []))).out).toBe('')
})

test.each([
  ['after some rows', 2],
  ['before the first', 0],
])('a list that fails %s is not closed, and what came before it is there', async (_, count) => {
  const failure = new Error('the service went away')
  const rows = async function* () {
    for (let at = 0; at < count; at++) yield aTest(at)
    throw failure
  }
  const { out, error } = await see({ format: 'json' }, (printer) => printer.list('tests', rows()))
  expect(error).toBe(failure)
  expect(() => JSON.parse(out) as unknown).toThrow()
  expect(count === 0 ? out : JSON.parse(`${out}]`)).toEqual(count === 0 ? '' : [aTest(0), aTest(1)])
})

test('what would act on a terminal is escaped, and what a locale can show is not', async () => {
  const name = '日本 \u001b[31m \u009b \u202e \u200b \u007f'
  const { out } = await see({ format: 'ndjson' }, (printer) => printer.item('tests', { name }))
  expect(out).toBe('{"name":"日本 \\u001b[31m \\u009b \\u202e \\u200b \\u007f"}\n')
})

test('one resource, a mutation and any other answer are the object', async () => {
  const test = aTest(1, { novel: { field: true } })
  for (const print of [
    (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.item('tests', test),
    (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.changed('tests', test, 'Done'),
    (printer: Parameters<Parameters<typeof see>[1]>[0]) => printer.answer(test, ['Done']),
  ]) {
    expect((await see({ format: 'json' }, print)).out).toBe(`${JSON.stringify(test, null, 2)}\n`)
    expect((await see({ format: 'ndjson' }, print)).out).toBe(`${JSON.stringify(test)}\n`)
  }
})

test('nothing that only a terminal needs is loaded', async () => {
  for (const format of ['json', 'ndjson', 'quiet', 'tsv'] as const)
    expect((await see({ format, color: 'always' }, (printer) => printer.list('tests', [aTest(1)]))).loaded).toEqual([])
})
