import { UsageError } from '../../errors.ts'
import { nothingThere } from '../codec/failures.ts'
import type { Sender } from '../outgoing.ts'

/**
 * A transport below a path of a host. A service that has projects always answers for them: where even the list of projects is
 * not found, or the interface is not there at all, the path of the address is wrong, not what was asked for.
 */
export const belowPrefix =
  ({ origin, prefix }: { origin: string; prefix: string }, inner: Sender): Sender =>
  async (request) => {
    const response = await inner(request)
    const isProjects = request.method === 'GET' && request.path === '/v1/projects'
    if (response.status === 404 && (isProjects || nothingThere.test(response.body)))
      throw new UsageError(`there is no service at ${origin}${prefix}`, { hint: `leave out ${prefix}: ${origin}?` })
    return response
  }
