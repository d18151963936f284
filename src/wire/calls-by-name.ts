import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/index.ts'
import { type Issue, UsageError } from '../errors.ts'
import { send } from './connect.ts'
import { describeIssues } from './codec/issues.ts'
import type { Response } from './message.ts'
import type { OutgoingRequest, Sender } from './outgoing.ts'
import type { Values } from '../contract/api-calls.ts'
import { encodeRequest } from './codec/requests.ts'
import { isSegment, parametersOf } from './codec/route.ts'
import { denialOf } from './codec/denial.ts'
import { readJsonOf } from './codec/responses.ts'

export { type RequestField, type Operation, operations } from '../contract/schema/operations.ts'

/** A call of an operation by its name, as it is typed after `testctl api`. */
export type TypedCall = { operation: string; values: Values }

/** Returns the request for a call: the same one that an `Api` sends. */
export const requestOfCall = ({ operation, values }: TypedCall): OutgoingRequest =>
  encodeRequest(rowOf(operation), values)

/**
 * Sends a typed request. A success without JSON is an error, unless it is that of a delete: it may be a proxy's page or half an answer
 * (DECISIONS 77). A success that refuses the change is a RejectedError. `onRefusal` gets the response of a refusal before the error is
 * thrown.
 */
export const sendTyped = async (
  transport: Sender,
  request: OutgoingRequest,
  onRefusal?: (response: Response) => Promise<void>,
): Promise<Response> => {
  const response = await send(transport, request, onRefusal)
  readJsonOf(request, response)
  const denial = denialOf(request, response)
  if (!denial) return response
  await onRefusal?.(response)
  throw denial
}

/** Throws a UsageError (exit code 2) for a typed value that cannot stand in the path of its operation. DECISIONS 308 */
export const checkPath = ({ operation, values }: TypedCall): void => {
  for (const name of parametersOf(rowOf(operation).route))
    if (!isSegment(values[name]))
      throw new UsageError(`${JSON.stringify(values[name] ?? '')} cannot be used as ${name}`, {
        hint: 'an id has no slashes, dots alone, percent signs or control characters',
      })
}

/** A problem with a value of a call; `isMissing` if the value is missing. */
export type CallProblem = Issue & { field: string; isMissing: boolean }

/**
 * Checks the values of a call against the types of the interface: missing, unknown, of another type, or not one of the allowed words.
 * Leaves limits (lengths, patterns) to the service that answers, because each service has its own. DECISIONS 8
 */
export const checkCall = ({ operation, values }: TypedCall): CallProblem[] => {
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
