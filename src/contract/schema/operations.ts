import { summarizeOperation } from '../operation-texts.ts'
import { type RequestField, requestFields } from './request-fields.ts'
import { endpoints } from '../index.ts'
import type { Noun } from '../vocabulary.ts'

export type { RequestField } from './request-fields.ts'

/**
 * An endpoint that can be called by name: `tests.update` is `POST /v1/tests/:testId`. Plain data, for
 * code that needs the flags of `testctl api tests.update`.
 */
export type Operation = {
  name: string
  noun: Noun
  verb: string
  method: string
  path: string
  summary: string
  fields: readonly RequestField[]
}

/** Returns all operations, in the order of the contract. They are made once: their fields are read from JSON Schemas. */
export const operations = (): readonly Operation[] =>
  (made ??= endpoints().map(([noun, verb, row]) => {
    const [method = '', path = ''] = row.route.split(' ')
    const summary = summarizeOperation(noun, verb)
    return { name: `${noun}.${verb}`, noun, verb, method, path, summary, fields: requestFields(noun, row) }
  }))

let made: readonly Operation[] | undefined
