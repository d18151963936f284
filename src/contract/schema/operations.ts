import { summarize } from '../about.ts'
import { type Field, fieldsOf } from './request-fields.ts'
import { endpoints } from '../index.ts'
import type { Noun } from '../vocabulary.ts'

export type { Field } from './request-fields.ts'

/**
 * One of the 26 endpoints as something to be called by name: `tests.update` is `POST /v1/tests/:testId`. Plain data, for
 * whatever has to know the flags of `testctl api tests.update`.
 */
export type Operation = {
  name: string
  noun: Noun
  verb: string
  method: string
  path: string
  summary: string
  fields: readonly Field[]
}

/** All operations, in the order of the contract. */
export const operations = (): Operation[] =>
  endpoints().map(([noun, verb, row]) => {
    const [method = '', path = ''] = row.route.split(' ')
    const summary = summarize(noun, verb)
    return { name: `${noun}.${verb}`, noun, verb, method, path, summary, fields: fieldsOf(noun, row) }
  })
