import type { Endpoint } from '../contract/endpoint.ts'
import { type Api, endpoints } from '../contract/index.ts'
import { UnauthorizedError } from '../errors.ts'
import type { Role } from '../roles.ts'

/** What is said to a role that asks for more than it may (403); undefined where it may. */
export const refusalTo = (role: Role, { route }: Pick<Endpoint, 'route'>): UnauthorizedError | undefined =>
  role !== 'reader' || route.startsWith('GET ')
    ? undefined
    : new UnauthorizedError('this key is a reader: it may read, and change nothing', {
        status: 403,
        hint: 'use a key of the role writer',
      })

/**
 * What of an API a role may use: a reader only what reads. The rest is an UnauthorizedError (403), and the API behind it
 * is not asked. DECISIONS 56
 */
export const limitedTo = (role: Role, api: Api): Api => {
  if (role !== 'reader') return api
  const limited: Record<string, Record<string, unknown>> = {}
  for (const [noun, verb, row] of endpoints()) {
    const noted = (limited[noun] ??= {})
    const refusal = refusalTo(role, row)
    noted[verb] = refusal ? () => Promise.reject(refusal) : api[noun][verb as never]
  }
  return limited as unknown as Api
}
