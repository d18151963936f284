import * as z from 'zod/mini'
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts'

const id = '7f9c2ba4-e88f-4a5b-9c1d-3f2a8b6d0e11'
const values = ['W', [], {}, 1, true, id, 'passed']

/** Returns each required field of an endpoint: the known value of that name, or the first of `values` that the contract accepts. */
export const sampleFields = (
  { route, request }: Endpoint,
  known: Record<string, unknown> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request.shape)
      .filter(([, schema]) => !z.safeParse(schema, undefined).success)
      .map(([name, schema]) => {
        const ids = /id$/i.test(name) ? [id] : []
        const value = [known[name], ...ids, ...values].find((one) => z.safeParse(schema, one).success)
        if (value === undefined) throw new Error(`${route}: no sample fits ${name}; add one to sample-fields.ts`)
        return [name, value]
      }),
  )

/** Does the same without the fields that are in the path. */
export const sampleBody = (endpoint: Endpoint): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sampleFields(endpoint)).filter(([name]) => !endpoint.route.includes(`:${name}`)))
