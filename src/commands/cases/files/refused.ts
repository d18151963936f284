import type { AppliedImport, CasePlan } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { RejectedError } from '../../../errors.ts'

/** Returns the entries of a plan that the service will refuse. Only the limits of the embedded service are known. DECISIONS 336 */
export const refusedBy = async (context: Context, plan: CasePlan): Promise<AppliedImport['failed']> => {
  const address = await context.settings.find('url')
  if (/^https?:/i.test(address?.value ?? '')) return []
  const { refusedIn } = await context.caseFiles()
  return refusedIn(plan).map(({ entry, reason }) => ({ subject: entry, error: new RejectedError(reason) }))
}
