import { type Api, endpoints } from '../contract/index.ts'
import { refusalTo, type Role } from '../contract/roles.ts'

/**
 * What of an API a role may use: a reader only what reads. The rest is an UnauthorizedError (403), and the API behind it
 * is not asked. DECISIONS 56
 */
export const limitedTo = (role: Role, api: Api): Api => {
  if (role !== 'reader') return api
  const limited: Record<string, Record<string, unknown>> = {}
  for (const [noun, verb, row] of endpoints()) {
    const noted = (limited[noun] ??= {})
    const refusal = refusalTo(role, row.route)
    noted[verb] = refusal ? () => Promise.reject(refusal) : api[noun][verb as never]
  }
  return limited as unknown as Api
}
