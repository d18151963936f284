import type { Endpoint } from './endpoints/endpoint.ts'
import { type Api, type Contract, type CreateOptions, endpoints, type UpdateOptions } from './index.ts'

/** The values that a function of the Api is called with. */
export type Values = Readonly<Record<string, unknown>>

/** The options of a call, besides its values. */
export type CallOptions = Partial<CreateOptions> & UpdateOptions

/** Any function of the Api. */
export type ApiCall = (values: Values, options?: CallOptions) => Promise<unknown>

/** Builds an `Api`: `make` turns each row of the endpoint table into a function. */
export const createApi = (make: (noun: keyof Contract, verb: string, row: Endpoint) => ApiCall): Api => {
  const api: Record<string, Record<string, ApiCall>> = {}
  for (const [noun, verb, row] of endpoints()) (api[noun] ??= {})[verb] = make(noun, verb, row)
  return api as unknown as Api
}

/** Returns the function of an `Api` for a noun and a verb. */
export const apiCallOf = (api: Api, noun: keyof Contract, verb: string): ApiCall =>
  (api[noun] as unknown as Record<string, ApiCall>)[verb]!
