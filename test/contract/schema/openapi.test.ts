import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/index.ts'
import { openapi } from '../../../src/contract/schema/openapi.ts'

type Operation = { operationId: string; parameters: { name: string; in: string }[]; responses: object }

test('the OpenAPI document is the one that people were given', async () => {
  await expect(`${JSON.stringify(openapi(), undefined, 2)}\n`).toMatchFileSnapshot('openapi.golden.json')
})

test('a validator for OpenAPI 3.1 accepts it, references included', async () => {
  const validator = new Validator()
  const result = await validator.validate(openapi())
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  validator.resolveRefs()
})

test('each of the 26 endpoints is in it once, under its name', () => {
  const paths = openapi()['paths'] as Record<string, Record<string, Operation>>
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    endpoints()
      .map(([noun, verb]) => `${noun}.${verb}`)
      .sort(),
  )
})

test('no two paths differ only in the names of their parameters', () => {
  const paths = Object.keys(openapi()['paths'] as object).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toContain('/v1/cases/{}')
})

test('every parameter in a path is declared', () => {
  for (const [path, operations] of Object.entries(openapi()['paths'] as Record<string, Record<string, Operation>>))
    for (const { parameters } of Object.values(operations))
      expect(parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      )
})
