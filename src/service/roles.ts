import { type Api, endpoints } from '../contract/index.ts'
import { UnauthorizedError } from '../errors.ts'
import type { Role } from '../roles.ts'

/**
 * What of an API a role may use: a reader only what reads. The rest is an UnauthorizedError (403), and the API behind it
 * is not asked. DECISIONS 56
 */
export const limitedTo = (role: Role, api: Api): Api => {
  if (role !== 'reader') return api
  const limited: Record<string, Record<string, unknown>> = {}
  for (const [noun, verb, { route }] of endpoints()) {
    const noted = (limited[noun] ??= {})
    noted[verb] = route.startsWith('GET ') ? api[noun][verb as never] : refuse
  }
  return limited as unknown as Api
}

const refuse = async (): Promise<never> => {
  throw new UnauthorizedError('this key is a reader: it may read, and change nothing', {
    status: 403,
    hint: 'use a key of the role writer',
  })
}
