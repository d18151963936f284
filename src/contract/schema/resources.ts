import type * as z from 'zod/mini'
import { type Contract, endpoints } from '../index.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import { type Noun, type NumberedNoun, resources } from '../vocabulary.ts'

/**
 * Returns the JSON Schema (2020-12) of a resource as `--json` prints it: the fields of the interface, relations included, and
 * the `identifier` that testctl computes. Other fields are allowed, because the interface is an alpha.
 * DECISIONS 68
 */
export const schemaOf = (noun: Noun): Json => {
  const { $schema, $ref, $defs } = toJsonSchema(modelOf(noun)) as { $schema: string; $ref: string; $defs: Defs }
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  const { [name]: model = {}, ...others } = $defs
  const { title, description, properties, ...rest } = model
  return open({
    $schema,
    $id: `urn:testctl:v1:${noun}`,
    title,
    description,
    $comment: printedBy(noun),
    ...rest,
    properties: { ...computed(noun), ...(properties as Json) },
    ...(Object.keys(others).length > 0 && { $defs: others }),
  }) as Json
}

type Defs = Record<string, Json>

/** Returns the model with the most fields: only a read by identifier has the references back. */
const modelOf = (noun: Noun): z.ZodMiniType => {
  const rows = endpoints().filter(([one]: [keyof Contract, ...unknown[]]) => one === noun)
  const row = rows.find(([, verb]) => verb === 'get') ?? rows.find(([, verb]) => verb === 'create')
  const model = row?.[2].response.shape[resources[noun].one]
  if (!model) throw new Error(`the contract has no ${noun}`)
  return model
}

const printedBy = (noun: Noun): string =>
  noun === 'comments'
    ? 'Printed by create with --json; list prints an array of them.'
    : 'Printed by get, create and update with --json; list prints an array of them.'

const computed = (noun: Noun): Json => {
  const { letter, label } = resources[noun as NumberedNoun] ?? {}
  if (!letter) return {}
  return {
    identifier: {
      description: `The identifier of the ${label}, such as WEB-${letter}12: computed by testctl if the project is known.`,
      type: 'string',
      pattern: `^.+-${letter}[0-9]+$`,
    },
  }
}

// zod writes `{}` for "anything"; `true` is clearer.
const open = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(open)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Json).map(([key, inner]) => [
      key,
      key === 'additionalProperties' && isEmpty(inner as Json) ? true : open(inner),
    ]),
  )
}

const isEmpty = (schema: object): boolean => Object.keys(schema).length === 0
