import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/index.ts'
import { type Issue, UsageError } from '../errors.ts'
import { send } from './connect.ts'
import { describeIssues } from './codec/issues.ts'
import type { Response } from './message.ts'
import type { OutgoingRequest, Sender } from './outgoing.ts'
import { encodeRequest, type Values } from './codec/requests.ts'
import { readJsonOf } from './codec/responses.ts'

export { type RequestField, type Operation, operations } from '../contract/schema/operations.ts'

/** A call of an operation by its name, as it is typed after `testctl api`. */
export type TypedCall = { operation: string; values: Values }

/** The request that stands for a call: the same that an `Api` sends. */
export const requestOfCall = ({ operation, values }: TypedCall): OutgoingRequest =>
  encodeRequest(rowOf(operation), values)

/**
 * Sends what was typed. A success that is no JSON is none: it may be a proxy's page, or half of an answer. DECISIONS 77
 */
export const sendTyped = async (transport: Sender, request: OutgoingRequest): Promise<Response> => {
  const response = await send(transport, request)
  readJsonOf(request, response)
  return response
}

/** What is wrong with the values of a call; `isMissing` where it is that there is none. */
export type Problem = Issue & { field: string; isMissing: boolean }

/**
 * Holds the values of a call against the types that the interface shows: what is missing, not known, of another type or
 * none of the words. Limits of our own service (lengths, patterns) bind no other one, so they are left to whoever
 * answers. DECISIONS 8
 */
export const checkCall = ({ operation, values }: TypedCall): Problem[] => {
  const { error } = rowOf(operation).request.safeParse(values)
  const problems = error?.issues.filter(({ code }) => ofTypes.includes(code)) ?? []
  return describeIssues(problems, values).map((issue) => {
    const field = /^[^.[]*/.exec(issue.path)?.[0] ?? ''
    return { ...issue, field, isMissing: values[field] === undefined }
  })
}

const ofTypes: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_union', 'unrecognized_keys']

const rowOf = (operation: string): Endpoint => {
  const found = endpoints().find(([noun, verb]) => `${noun}.${verb}` === operation)
  if (!found) throw new UsageError(`there is no operation ${JSON.stringify(operation)}`)
  return found[2]
}
