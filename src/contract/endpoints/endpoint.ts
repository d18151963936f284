import * as z from 'zod/mini'
import { looseObject } from '../loose-object.ts'

export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE'
export type Route = `${HttpMethod} /v1/${string}`

/** The names of the parameters in a route: `'GET /v1/cases/:projectId'` has `'projectId'`. */
export type Parameters<R extends string> = R extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | Parameters<`/${Rest}`>
  : R extends `${string}/:${infer Name}`
    ? Name
    : never

type Shape = Record<string, z.ZodMiniType>

/**
 * One row of the endpoint table.
 * The fields that the route names go into the path; the others into the query of a GET, or the JSON body of any other method.
 * A request with one of the `cumulative` fields adds to or removes from what is there, so it may not be idempotent.
 * The response must repeat the `echoes` fields as they were sent: if it does not, the service did not store them.
 */
export type Endpoint<Q extends Shape = Shape, S extends Shape = Shape> = {
  readonly route: Route
  readonly request: z.ZodMiniObject<Q, z.core.$strict>
  readonly response: z.ZodMiniObject<S, z.core.$loose>
  readonly cumulative: readonly string[]
  readonly echoes: readonly string[]
}

/**
 * Builds one row; a route parameter that the request does not name is a compile error.
 * The schemas are built on first use, because a command needs only one or two of them.
 */
export const endpoint = <R extends Route, Q extends Shape & Record<Parameters<R>, z.ZodMiniType>, S extends Shape>(
  route: R,
  request: () => Q,
  response: () => S,
  { cumulative = [], echoes = [] }: Partial<Record<'cumulative' | 'echoes', readonly (keyof Q & string)[]>> = {},
): Endpoint<Q, S> => {
  const made: { request?: Endpoint<Q, S>['request']; response?: Endpoint<Q, S>['response'] } = {}
  return {
    route,
    cumulative,
    echoes,
    get request() {
      return (made.request ??= z.strictObject(request()))
    },
    get response() {
      return (made.response ??= looseObject(response()))
    },
  }
}
