import { RejectedError } from '../../errors.ts'
import type { Response } from '../message.ts'
import type { OutgoingRequest } from '../outgoing.ts'
import { parseJson } from './json.ts'
import { readRefusal } from './refusal.ts'

/**
 * Returns the error for a change that the service refuses with a success status; undefined if it refuses nothing. DECISIONS 292, 351, 435
 */
export const denialOf = ({ method }: OutgoingRequest, response: Response): RejectedError | undefined =>
  method === 'GET' || !saysNo(parseJson(response.body))
    ? undefined
    : new RejectedError(readRefusal(response, { isPage: false }).message ?? 'the service says that it was not done', {
        status: response.status,
        hint: 'it said so with a status of success; -v shows the requests',
      })

/**
 * Whether an answer is a refusal: `ok` or `success` is false; or it has an error, a `status` of a failure or a `code` of 400 to 599, and
 * otherwise only plain values such as a message. An answer with an `id` may be the item itself, so its `status` and `code` do not count.
 */
const saysNo = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const { ok, success, error, errors, ...others } = value as Record<string, unknown>
  if (ok === false || success === false) return true
  const isTold = [error, errors].some((one) => typeof one !== 'boolean' && Object.keys(one ?? '').length > 0)
  const isAlone = Object.values(others).every((one) => typeof one !== 'object' || one === null)
  return (isTold || isFailure(others)) && isAlone && ok !== true && success !== true
}

const isFailure = ({ id, status, code }: Record<string, unknown>): boolean =>
  id === undefined && [status, code].some((one) => isRefusing(Number(one)) || /^(error|fail)/i.test(String(one)))

// Codes outside HTTP's range are the service's own, and 20000 may mean success.
const isRefusing = (code: number): boolean => code >= 400 && code <= 599
