import * as z from 'zod/mini'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { aboutNoun, describeOperation, summarizeOperation } from '../operation-texts.ts'
import { keyLifetime } from '../idempotency.ts'
import { endpoints } from '../index.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import type { Noun } from '../vocabulary.ts'

/** Builds the OpenAPI 3.1 document of the whole interface from the table of endpoints. */
export const openapi = (): Json => {
  const paths: Record<string, Json> = {}
  for (const [noun, verb, row] of endpoints()) {
    const { method, path } = splitRoute(row)
    const operation = describe({ noun, verb, row })
    ;(paths[canonicalPath(path)] ??= {})[method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Test management',
      version: '1.0.0-alpha',
      description: 'Projects, test cases, test runs, tests, milestones and comments. An alpha: it may change.',
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the document, because a proxy may serve it below a path. DECISIONS 371
    servers: [{ url: '.', description: 'The server that this document came from.' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints().map(([noun]) => noun))].map((name) => ({ name, description: aboutNoun(name) })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: { ...componentSchemas(), Error: toSchema(ErrorBody) },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `refused${status}`,
          { description, content: json({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  }
}

const ErrorBody = z.looseObject({
  message: z.string(),
  issues: z.optional(z.array(z.looseObject({ path: z.string(), message: z.string() }))),
})

const refusals = {
  400: 'The request is not valid; `issues` names the fields.',
  401: 'No valid API key in the request; after many wrong ones Retry-After says how many seconds to wait.',
  403: 'The key may not do this: it is a reader.',
  404: 'The resource does not exist.',
  408: 'The request took too long to arrive.',
  409: 'It conflicts with the current state.',
  412: 'The current content does not match X-If-Unchanged; nothing was changed.',
  413: 'The body is too large, or the rows related to one row exceed an answer.',
  415: 'The body is not JSON by its content type.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'Too many requests; Retry-After says how many seconds to wait.',
  500: 'The service failed; it is unknown whether the request was carried out.',
  503: 'The service cannot do it now, and has done nothing; Retry-After may say when to try again.',
} as const

const describe = ({ noun, verb, row }: { noun: Noun; verb: string; row: Endpoint }): Json => {
  const { method, path } = splitRoute(row)
  const inPath = parametersOf(path)
  const fields = Object.entries(row.request.shape).filter(([name]) => !inPath.includes(name))
  const body = method === 'PUT' || method === 'POST' ? z.strictObject(Object.fromEntries(fields)) : undefined
  return {
    operationId: `${noun}.${verb}`,
    summary: summarizeOperation(noun, verb),
    description: describeOperation(noun, verb),
    tags: [noun],
    parameters: [
      ...inPath.map((name) => pathParameter(name, row.request.shape[name])),
      ...(method === 'GET' ? fields.map(([name, schema]) => queryParameter(name, schema)) : []),
      ...(body ? [idempotencyKey] : []),
      ...(verb === 'update' && noun in conditions ? [precondition(conditions[noun]!)] : []),
    ],
    ...(body && { requestBody: { required: true, content: json(toSchema(body)) } }),
    responses: {
      200: { description: 'Done.', content: json(toSchema(row.response)) },
      ...Object.fromEntries(
        Object.keys(refusals).map((status) => [status, { $ref: `#/components/responses/refused${status}` }]),
      ),
    },
  }
}

const splitRoute = ({ route }: Endpoint): { method: string; path: string } => {
  const [method = '', path = ''] = route.split(' ')
  return { method, path }
}

const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

// OpenAPI takes paths that differ only in parameter names for the same path, and five pairs of ours do. So an id is
// `{id}` in all of them, and its description names the resource (TRAPS 13).
const canonicalPath = (path: string): string => path.replaceAll(/:(\w+)/g, (_, name: string) => `{${canonical(name)}}`)

const canonical = (name: string): string => (name === 'identifier' ? name : 'id')

const pathParameter = (name: string, schema: z.ZodMiniType | undefined): Json => ({
  name: canonical(name),
  in: 'path',
  required: true,
  description: name,
  schema: schema ? toSchema(schema) : {},
})

const queryParameter = (name: string, schema: z.ZodMiniType): Json => {
  const converted = toSchema(schema)
  const style =
    converted['type'] === 'array'
      ? { style: 'form', explode: false }
      : converted['type'] === 'object'
        ? { style: 'deepObject', explode: true }
        : {}
  return { name, in: 'query', required: false, ...style, schema: converted }
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A request repeated with the same key within ${keyLifetime / 3600} hours gets the first answer again, and is carried out only once.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

// The content from which each tag is computed (precondition/index.ts).
const conditions: Partial<Record<Noun, string>> = {
  cases: 'the array of its name, preconditions, steps and customFields',
  milestones: 'the sorted array of the ids of its runs',
}

const precondition = (content: string): Json => ({
  name: 'X-If-Unchanged',
  in: 'header',
  required: false,
  description: `Makes the change only if this tag matches the current content: the SHA-256, in base64url without padding, of the JSON of ${content}, with sorted keys and no white space. Otherwise it is refused with 412.`,
  schema: { type: 'string' },
})

const json = (schema: Json): Json => ({ 'application/json': { schema } })

// zod puts the models that a schema uses into its `$defs`; this document has all of them among its components.
const toSchema = (schema: z.ZodMiniType): Json => {
  const { $schema: _dialect, $defs: _models, ...rest } = convert(schema)
  return rest
}

const componentSchemas = (): Json =>
  Object.assign({}, ...endpoints().map(([, , row]) => convert(row.response)['$defs'] ?? {})) as Json

const convert = (schema: z.ZodMiniType): Json =>
  JSON.parse(JSON.stringify(toJsonSchema(schema)).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
