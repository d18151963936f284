import type { Endpoint } from './endpoints/endpoint.ts'
import { type Api, type Contract, type CreateOptions, endpoints, type UpdateOptions } from './index.ts'

/** The values that a function of the Api is called with. */
export type Values = Readonly<Record<string, unknown>>

/** What may be said beside the values of a call. */
export type CallOptions = Partial<CreateOptions> & UpdateOptions

/** Any function of the Api. */
export type ApiCall = (values: Values, options?: CallOptions) => Promise<unknown>

/** Builds an `Api` by making each of its functions from the row that it stands for. */
export const createApi = (make: (noun: keyof Contract, verb: string, row: Endpoint) => ApiCall): Api => {
  const api: Record<string, Record<string, ApiCall>> = {}
  for (const [noun, verb, row] of endpoints()) (api[noun] ??= {})[verb] = make(noun, verb, row)
  return api as unknown as Api
}

/** The function of an `Api` that has these names. */
export const apiCallOf = (api: Api, noun: keyof Contract, verb: string): ApiCall =>
  (api[noun] as unknown as Record<string, ApiCall>)[verb]!
