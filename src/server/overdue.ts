import { UnavailableError } from '../errors.ts'
import type { Response } from '../wire/message.ts'
import type { IncomingRequest } from './http/request.ts'
import { refuse } from './http/response.ts'

/**
 * Returns the answer or, once the time limit for it is over, an error that says so. The work goes on, so a change may still be made.
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
