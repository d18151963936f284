import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/index.ts'
import { type RequestField, type Operation, operations } from '../../../src/contract/schema/operations.ts'
import { encodeRequest } from '../../../src/wire/codec/requests.ts'
import { createSeededWorld, type SeededWorld } from '../../helpers/seed.ts'

let world: SeededWorld

const all = operations()

describe('flags become the request that an Api sends', () => {
  beforeAll(async () => {
    world = await createSeededWorld()
  })
  afterAll(() => world.remove())

  const id = fc.uuid()
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !/^@|^-$|\0/.test(one))
  const json = fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => !JSON.stringify(value).includes('__proto__'))
  const step = fc.record({ action: text, expectation: text })
  const valueOf = ({ kind, words, nouns, name, takes }: RequestField): fc.Arbitrary<unknown> => {
    if (words) return kind === 'list' ? fc.subarray([...words], { minLength: 1 }) : fc.constantFrom(...words)
    if (nouns.length > 0) return kind === 'list' ? fc.array(id) : id
    if (kind === 'number') return fc.nat()
    if (name === 'steps') return fc.array(step)
    if (kind === 'json') return fc.dictionary(text, /texts/.test(takes) ? text : json)
    return text
  }
  const given = (operation: Operation): fc.Arbitrary<{ operation: Operation; values: Record<string, unknown> }> =>
    fc
      .record(Object.fromEntries(operation.fields.map((field) => [field.name, valueOf(field)])), {
        requiredKeys: operation.fields.filter(({ required }) => required).map(({ name }) => name),
      })
      .map((values) => ({ operation, values }))

  const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  const typed = ({ flag, kind }: RequestField, value: unknown): string =>
    `${flag} ${quoted(kind === 'json' ? JSON.stringify(value) : kind === 'list' ? (value as string[]).join(',') : String(value))}`

  test.each(['flags', '--input'])('whatever they hold, with %s', async (how) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all).chain(given), async ({ operation, values }) => {
        const flags =
          how === 'flags'
            ? operation.fields.flatMap((field) => (field.name in values ? typed(field, values[field.name]) : []))
            : ['--input', quoted(JSON.stringify(values))]
        const row = endpoints().find(([noun, verb]) => `${noun}.${verb}` === operation.name)![2]
        const { method, path, query, body } = encodeRequest(row, values)
        const noted = await world.json<object[]>(`testctl api ${operation.name} ${flags.join(' ')} --dry-run`)
        expect(noted).toEqual([
          { method, path: query ? `${path}?${query}` : path, ...(body && { body: JSON.parse(body) as unknown }) },
        ])
      }),
      { numRuns: 150 },
    )
  })
})
