import { UnavailableError } from '../errors.ts'
import type { Response } from '../wire/message.ts'
import type { IncomingRequest } from './http/request.ts'
import { refuse } from './http/response.ts'

/**
 * The answer or, once its client has waited as long as it may, one that says so: the change may still be made.
 * DECISIONS 437
 */
export const inTime = (
  request: IncomingRequest,
  answer: Response | Promise<Response>,
): Response | Promise<Response> => {
  if (!(answer instanceof Promise)) return answer
  return new Promise((resolve, reject) => {
    request.onOverdue(() => resolve(overdue(request)))
    answer.then(resolve, reject)
  })
}

const overdue = ({ method }: IncomingRequest): Response => {
  const response = ['GET', 'HEAD'].includes(method)
    ? refuse(503, 'there was no answer in time', { retryAfter: 1 })
    : refuse(500, 'there was no answer in time: it may or may not have been done')
  return { ...response, cause: new UnavailableError('the work on it takes longer than a client is kept waiting') }
}
