/** The part of JSON Schema that our contract uses. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** A field of a body or a query: its name, and its type in words. */
export type SchemaField = { name: string; type: string; required: boolean }

type Models = { components: { schemas: Record<string, Schema> } }

/** Returns the fields of an object. */
export const schemaFields = (models: Models, schema: Schema): SchemaField[] => {
  const { properties = {}, required = [] } = resolve(models, schema)
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    type: typeOf(models, inner),
    required: required.includes(name),
  }))
}

/** Returns the type of a schema in words: `list of Step, at most 1000`. */
export const typeOf = (models: Models, schema: Schema): string => {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(models, one)).join(' or ')
  const bounds = boundsOf(schema)
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(models, schema.items) : 'anything'}${bounds}`
  if (schema.type === 'object' && schema.properties)
    return `{ ${schemaFields(models, schema)
      .map(({ name, required }) => (required ? name : `${name}?`))
      .join(', ')} }`
  return `${
    typesOf(schema)
      .map((type) => words[type] ?? type)
      .join(' or ') || 'anything'
  }${bounds}`
}

/** Returns an example value of a schema, without optional fields that hold other resources. */
export const schemaExample = (models: Models, schema: Schema, name = ''): unknown => {
  if (schema.$ref) return schemaExample(models, resolve(models, schema), name)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf?.[0]) return schemaExample(models, schema.anyOf[0], name)
  if (schema.type === 'array') return schema.items ? [schemaExample(models, schema.items, name)] : []
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([field, inner]) => schema.required?.includes(field) || !isRelated(inner))
        .map(([field, inner]) => [field, schemaExample(models, inner, field)]),
    )
  if (typesOf(schema).includes('string')) return texts[name] ?? (/ids?$/i.test(name) ? id : name)
  if (schema.type === 'boolean') return true
  return name === 'offset' ? 0 : 1
}

const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === 'string' ? [type] : type)

const isRelated = ({ $ref, items }: Schema): boolean => $ref !== undefined || items?.$ref !== undefined

const resolve = ({ components }: Models, schema: Schema): Schema =>
  schema.$ref ? (components.schemas[nameOf(schema.$ref)] ?? {}) : schema

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const words: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', number: 'number' }

const boundsOf = ({ minLength, maxLength, pattern, minimum, maxItems }: Schema): string => {
  const bounds = [
    pattern && `matching ${pattern}`,
    minLength && `at least ${minLength} characters`,
    maxLength && `at most ${maxLength} characters`,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `from ${minimum}`,
    maxItems && `at most ${maxItems}`,
  ].filter(Boolean)
  return bounds.length > 0 ? `, ${bounds.join(', ')}` : ''
}

const id = '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11'

const texts: Readonly<Record<string, string>> = {
  name: 'Log in',
  identifier: 'WEB',
  icon: 'globe',
  color: '#3366ff',
  preconditions: 'There is an account.',
  action: 'Enter the password',
  expectation: 'The start page appears',
  content: 'Timed out after 30 s',
  assignedTo: 'ana',
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
  createdBy: 'ci',
  updatedBy: 'ci',
}
