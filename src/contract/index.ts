import type * as z from 'zod/mini'
import { cases } from './endpoints/cases.ts'
import { comments } from './endpoints/comments.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { milestones } from './endpoints/milestones.ts'
import { projects } from './endpoints/projects.ts'
import { runs } from './endpoints/runs.ts'
import { tests } from './endpoints/tests.ts'

/** The whole interface: a row for each endpoint. Everything else about it is derived from here. */
export const contract = { projects, cases, runs, tests, milestones, comments }
export type Contract = typeof contract

/** The interface as async functions, one for each endpoint. A remote service, the embedded one and a hand-written fake are all just this. */
export type Api = {
  [N in keyof Contract]: {
    [V in keyof Contract[N]]: Contract[N][V] extends Endpoint<infer Q, infer S>
      ? (
          request: z.infer<z.ZodMiniObject<Q, z.core.$strict>>,
          ...options: V extends 'create'
            ? [CreateOptions?]
            : [N, V] extends ['cases' | 'milestones', 'update']
              ? [UpdateOptions?]
              : []
        ) => Promise<z.infer<z.ZodMiniObject<S, z.core.$loose>>>
      : never
  }
}

/** The Idempotency-Key of a create: a service that honours such keys recognises the create when another process repeats it. */
export type CreateOptions = { idempotencyKey: string }

/**
 * The condition of an update: `unchanged` is the tag of the state that it was computed from. If the state has changed since, our own
 * service refuses the update with a ChangedMeanwhileError; any other service ignores the tag and applies it. DECISIONS 421
 */
export type UpdateOptions = { unchanged?: string }

/** Lists every row with its names: `['tests', 'update', row]`. */
export const endpoints = (): [noun: keyof Contract, verb: string, row: Endpoint][] =>
  Object.entries(contract).flatMap(([noun, rows]) =>
    Object.entries(rows).map(([verb, row]): [keyof Contract, string, Endpoint] => [
      noun as keyof Contract,
      verb,
      row as unknown as Endpoint,
    ]),
  )
