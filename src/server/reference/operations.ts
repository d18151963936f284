import { type Schema, type SchemaField, typeOf } from './schemas.ts'

type Content = { content: { 'application/json': { schema: Schema } } }
type Parameter = {
  name: string
  in: string
  required: boolean
  schema: Schema
  description?: string
  style?: string
}
type Described = {
  operationId: string
  parameters: Parameter[]
  requestBody?: Content
  responses: { 200: Content }
}

/** The parts of our OpenAPI document that the reference uses. */
export type Document = {
  info: { title: string; description: string; version: string }
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> }
}

/** One endpoint of the document, in parts: `tests.update` is `POST /v1/tests/{testId}`. */
export type DocumentedOperation = {
  id: string
  noun: string
  verb: string
  method: string
  path: string
  query: readonly SchemaField[]
  body: Schema | undefined
  answer: Schema
}

/** Returns all endpoints, in the order of the contract. */
export const operationsOf = (document: Document): DocumentedOperation[] =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => operation({ document, method, path, described })),
    )
    .toSorted((one, other) => nounsOf(document).indexOf(one.noun) - nounsOf(document).indexOf(other.noun))

const operation = ({
  document,
  method,
  path,
  described,
}: {
  document: Document
  method: string
  path: string
  described: Described
}): DocumentedOperation => {
  const [noun = '', verb = ''] = described.operationId.split('.')
  return {
    id: described.operationId,
    noun,
    verb,
    method: method.toUpperCase(),
    path: pathOf(path, described.parameters),
    query: described.parameters
      .filter((one) => one.in === 'query')
      .map(({ name, required, schema, style = '' }) => ({
        name,
        required,
        type: typeOf(document, schema) + (written[style]?.(name) ?? ''),
      })),
    body: described.requestBody?.content['application/json'].schema,
    answer: described.responses[200].content['application/json'].schema,
  }
}

/** Returns the path with the interface's parameter names: the document calls every id `{id}`, and has the name as its description. */
const pathOf = (path: string, parameters: readonly Parameter[]): string =>
  parameters
    .filter((one) => one.in === 'path')
    .reduce((text, { name, description = name }) => text.replace(`{${name}}`, `{${description}}`), path)

// How a query encodes a list and an object, by their style in the document.
const written: Readonly<Record<string, (name: string) => string>> = {
  form: () => '; joined with commas',
  deepObject: (name) => `, as ${name}[area]=Shop; curl takes the brackets with -g`,
}

const nounsOf = ({ paths }: Document): string[] => [
  ...new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId.split('.')[0] ?? '')),
  ),
]
