import type { Endpoint } from '../endpoints/endpoint.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import { type Noun, resources } from '../vocabulary.ts'

/**
 * How a user types the value of a field: `prose` is a text of many lines, `list` a list of texts, `json` a value that
 * needs JSON.
 */
export type FieldKind = 'text' | 'prose' | 'number' | 'boolean' | 'list' | 'json'

/** A field of a request, and its flag on the command line. */
export type RequestField = {
  /** Its name in the interface: `testId`. */
  name: string
  /** `--test-id` */
  flag: string
  /** The placeholder for the value on a help page: `id`. */
  placeholder: string
  /** The values that it takes, in words: `a whole number`. */
  takes: string
  kind: FieldKind
  /** The only values allowed; for a list, the only items allowed. */
  words?: readonly string[]
  /** The kinds of resource that its value may name; a list may name several resources. Empty if it names none. */
  nouns: readonly Noun[]
  required: boolean
}

/** Returns the fields of an endpoint's request, the required ones first. */
export const requestFields = (noun: Noun, { route, request }: Endpoint): RequestField[] => {
  const { properties = {}, required = [], $defs = {} } = toJsonSchema(request) as Schema
  return Object.entries(properties)
    .map(([name, given]) => {
      const schema = $defs[given.$ref?.slice('#/$defs/'.length) ?? ''] ?? given
      const identifies = route.includes(`/:${name}`) && name === 'identifier'
      return describe({ name, schema, identifies, nouns: identifies ? [noun] : namedBy(name) }, required.includes(name))
    })
    .toSorted((one, other) => Number(other.required) - Number(one.required))
}

/** The subset of JSON Schema that the requests of the contract use. */
type Schema = Json & {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  maxLength?: number
}

/** A field of the contract; `identifies` if it is the `:identifier` in the route. */
type Given = { name: string; schema: Schema; identifies: boolean; nouns: Noun[] }

const describe = (given: Given, required: boolean): RequestField => {
  const { name, schema, nouns } = given
  const kind = kindOf(schema)
  const words = schema.enum ?? schema.items?.enum
  return {
    name,
    flag: `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    placeholder: placeholderOf(given, kind),
    takes: words ? oneOf(words, kind) : takenBy(given, kind),
    kind,
    ...(words && { words }),
    nouns,
    required,
  }
}

// A text that may be longer than this is prose, which people keep in files.
const longestName = 1000

const kindOf = ({ type, items, maxLength = 0 }: Schema): FieldKind => {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'array' && items?.type === 'string') return 'list'
  if (type === 'array' || type === 'object') return 'json'
  return maxLength > longestName ? 'prose' : 'text'
}

const placeholderOf = ({ name, schema, nouns, identifies }: Given, kind: FieldKind): string => {
  if (identifies || schema.enum) return name
  if (nouns.length > 0) return kind === 'list' ? 'ids' : 'id'
  return kind === 'prose' ? 'text' : kind === 'list' ? 'names' : kind
}

const oneOf = (words: readonly string[], kind: FieldKind): string => {
  if (words.length === 1) return words.join()
  return kind === 'list'
    ? `any of ${words.join(', ')} (comma-separated)`
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const takenBy = ({ schema, nouns, identifies }: Given, kind: FieldKind): string => {
  const labels = nouns.map((noun) => resources[noun].label)
  if (identifies) return `the identifier of a ${labels[0]}`
  if (kind === 'list')
    return labels[0] ? `${labels[0]}s, by identifier or id, comma-separated` : 'texts, comma-separated'
  // A comment has no identifier.
  if (labels[0]) return `a ${labels.join(' or a ')}, by ${nouns[0] === 'comments' ? 'its id' : 'identifier or id'}`
  if (kind === 'json') return shapeOf(schema)
  return { text: 'a text', prose: 'a text', number: 'a whole number', boolean: 'true or false' }[kind]
}

const shapeOf = ({ items, additionalProperties }: Schema): string => {
  if (items) return `a JSON list of { ${Object.keys(items.properties ?? {}).join(', ')} }`
  const ofTexts = typeof additionalProperties === 'object' && additionalProperties.type === 'string'
  return ofTexts ? 'a JSON object of texts' : 'a JSON object'
}

/** Returns the resources whose ids a field takes, from its name: `caseIdsToAdd` takes cases, `resourceId` a case or a test. */
const namedBy = (name: string): Noun[] => {
  const [, one] = /^(\w+?)Ids?(ToAdd|ToRemove)?$/.exec(name) ?? []
  if (one === 'resource') return ['cases', 'tests']
  return (Object.keys(resources) as Noun[]).filter((noun) => resources[noun].one === one)
}
