import { UsageError } from '../../errors.ts'
import { notFoundBody } from '../codec/failures.ts'
import type { Sender } from '../outgoing.ts'

/**
 * Wraps a transport to a service below a path of a host. Throws a UsageError if even the list of projects or the whole interface is not
 * found: a service always has its list, so the path of the address is wrong, not the request.
 */
export const belowPrefix =
  ({ origin, prefix }: { origin: string; prefix: string }, inner: Sender): Sender =>
  async (request) => {
    const response = await inner(request)
    const isProjects = request.method === 'GET' && request.path === '/v1/projects'
    if (response.status === 404 && (isProjects || notFoundBody.test(response.body)))
      throw new UsageError(`there is no service at ${origin}${prefix}`, { hint: `leave out ${prefix}: ${origin}?` })
    return response
  }
