import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from '../../../src/contract/index.ts'
import { fits } from '../../../src/wire/codec/fits.ts'

const rows = endpoints().map(([noun, verb, row]) => [`${noun}.${verb}`, row.response] as const)

/** Returns a value that fits a schema, with its optional parts. The optional parts of those are left out. */
const sampleOf = (schema: z.core.$ZodType, options = true): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return 'text'
    case 'number':
      return 7
    case 'enum':
    case 'literal':
      return [...schema._zod.values!][0]
    case 'optional':
      return options ? sampleOf(def.innerType, false) : undefined
    case 'nullable':
      return sampleOf(def.innerType, options)
    case 'union':
      return sampleOf(def.options[0]!, options)
    case 'array':
      return [sampleOf(def.element, options)]
    case 'object':
      return Object.fromEntries(Object.keys(def.shape).map((key) => [key, sampleOf(def.shape[key]!, options)]))
    default:
      return {}
  }
}

/** Yields copies of a value, each with another value in one place. */
const spoiled = function* (value: unknown, put: (changed: unknown) => unknown): Generator<unknown> {
  for (const other of [null, undefined, 'odd', 1.5, Infinity, true, [null], {}]) yield put(other)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    yield* spoiled(inner, (changed) =>
      put(Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }),
    )
}

test.each(rows)('an answer of %s as the interface has it is taken without its schema', (_, schema) => {
  const sample = sampleOf(schema) as object
  expect(fits(schema, sample)).toBe(true)
  expect(fits(schema, { ...sample, added: [1] })).toBe(true)
})

test.each(rows)('what is no answer of %s is taken only where its schema takes it', (_, schema) => {
  let refused = 0
  const differing: unknown[] = []
  for (const value of spoiled(sampleOf(schema), (changed) => changed)) {
    const { success } = schema.safeParse(value)
    if (!success) refused++
    if (fits(schema, value) !== success) differing.push(value)
  }
  expect(differing).toEqual([])
  expect(refused).toBeGreaterThan(10)
})
