import type { AppliedImport, CasePlan } from '../../../cases/index.ts'
import type { Context } from '../../../composition/context.ts'
import { RejectedError } from '../../../errors.ts'

/** What of a plan the service will refuse, as far as that is known: of the embedded one, whose limits are ours. DECISIONS 336 */
export const refusedBy = async (context: Context, plan: CasePlan): Promise<AppliedImport['failed']> => {
  const address = await context.settings.find('url')
  if (/^https?:/i.test(address?.value ?? '')) return []
  const { refusedIn } = await context.caseFiles()
  return refusedIn(plan).map(({ entry, reason }) => ({ subject: entry, error: new RejectedError(reason) }))
}
