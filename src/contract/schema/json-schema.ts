import * as z from 'zod/mini'
import { descriptions } from './descriptions.ts'
import { limits } from '../endpoints/fields.ts'
import * as models from '../models.ts'

/** A JSON Schema, or a part of one, as plain JSON. */
export type Json = Record<string, unknown>

/**
 * Converts a schema of the contract into a JSON Schema (2020-12). The models that it uses are in `$defs` by their names, with
 * descriptions of them and their fields; a schema that is a model itself becomes a `$ref` to it.
 */
export const toJsonSchema = (schema: z.ZodMiniType): Json => {
  const converted = z.toJSONSchema(schema, { metadata: names, override: addLimits }) as Json
  const defs = Object.entries(converted['$defs'] ?? {}).map(([name, model]) => [name, describe(name, model as Json)])
  return { ...converted, ...(defs.length > 0 && { $defs: Object.fromEntries(defs) as Json }) }
}

const addLimits = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void => {
  Object.assign(jsonSchema, limits.get(zodSchema as z.ZodMiniRecord))
}

const names = z.registry<{ id: string }>()
for (const [id, make] of Object.entries(models)) {
  const model = make()
  if ('_zod' in model) names.add(model, { id })
}

const describe = (name: string, model: Json): Json => {
  const { title, description, fields = {} } = descriptions[name] ?? {}
  const properties = Object.entries(model['properties'] ?? {}).map(([field, schema]) => [
    field,
    { ...(fields[field] && { description: fields[field] }), ...(schema as Json) },
  ])
  return { title, description, ...model, ...(properties.length > 0 && { properties: Object.fromEntries(properties) }) }
}
