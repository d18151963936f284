import type { Context } from '../../../composition/context.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import type { Summary } from '../../../submission/index.ts'
import { getByIdentifier } from '../input/references.ts'
import type { Destination, DestinationFlags } from './destination.ts'

/**
 * Returns a warning if `--reuse` took a run that is not in the milestone of `--milestone`. testctl does not move an existing run,
 * because people may have put it elsewhere. The run is read again only if both flags were given.
 */
export const milestoneWarning = async (
  context: Context,
  { milestone }: DestinationFlags,
  { into, run }: Pick<Destination, 'into'> & Pick<Summary, 'run'>,
): Promise<string | undefined> => {
  if (milestone === undefined || !('newRun' in into) || !run?.identifier || run.created) return undefined
  // The results are stored: a failure of the service must not suppress the answer now.
  const row = await getByIdentifier(context, 'runs', run.identifier).catch(() => undefined)
  if (!row || row['milestoneId'] === into.newRun.milestoneId) return undefined
  const line = `testctl runs update ${run.identifier} --milestone ${quoteWord(milestone)}`
  return `${run.identifier} was there before and is not in that milestone; to move it: ${line}`
}
