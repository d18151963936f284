import { createAnew, placeOf } from '../../../cases/case-content.ts'
import type { Context } from '../../../composition/context.ts'
import { counted } from '../../../output/text/count.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import type { ImportResult } from './report.ts'

/**
 * Counts the conflicts that an import leaves open (fields that both sides changed, and cases that one side deleted and the other
 * changed) and returns a hint to settle them. `--ours` and `--theirs` settle fields, and cases from exports of other systems; a
 * deletion of any other case needs another step.
 */
export const openConflicts = async (
  { caseFiles }: Pick<Context, 'caseFiles'>,
  told: readonly ImportResult[],
  { prune, fieldHint }: { prune: boolean | undefined; fieldHint: string },
): Promise<{ count: number; hint: string }> => {
  const { conflictsOf } = await caseFiles()
  const fields = told.reduce((sum, { prepared: { plan } }) => sum + conflictsOf(plan).length, 0)
  const deletedHere = told.flatMap(({ source, prepared: { plan } }) =>
    prune ? plan.deletedHere.filter(({ isChanged }) => isChanged).map(({ there }) => ({ source, there })) : [],
  )
  const deletedThere = told.flatMap(({ prepared: { plan } }) => plan.deletedThere.filter(({ isChanged }) => isChanged))
  const count = fields + deletedHere.length + deletedThere.length
  const [here, there] = [deletedHere[0], deletedThere[0]]
  if (fields > 0 || !(here ?? there)) return { count, hint: fieldHint }
  if (here) {
    const from = deletedHere.filter(({ source }) => source.name === here.source.name)
    const choices = from.map((one) => `--theirs ${one.there.identifier}`).join(' ')
    return { count, hint: `testctl cases export ${quoteWord(here.source.name)} ${choices}` }
  }
  const { entry, line } = there!
  // The export of another system has no line `case:` that could be removed. DECISIONS 407
  if (entry.identifier === undefined)
    return { count, hint: `--ours ${line.case} creates it anew, --theirs ${line.case} leaves it` }
  return { count, hint: `remove ${placeOf(entry)}; or its lines case: and source:, and it is a new case` }
}

/**
 * Finds a source of several cases, none of which the service has any longer, and returns a message and a hint. Most likely this is
 * another service, and success would wrongly say that the cases had arrived. `--theirs all` says that they were deleted there.
 * DECISIONS 444
 */
export const explainAbsentCases = (
  told: readonly ImportResult[],
  theirs: readonly string[],
): { said: string; hint: string } | undefined => {
  if (theirs.includes('all')) return undefined
  for (const { source, prepared } of told) {
    const { deletedThere, deletedHere, matched, project } = prepared.plan
    const gone = deletedThere.filter(({ entry }) => entry.identifier !== undefined)
    if (source.isPart || gone.length < 2 || matched.length + deletedHere.length > 0) continue
    return {
      said: `none of the ${counted(gone.length, 'case')} of ${source.name} is in ${project.identifier}`,
      hint: `were they deleted there? --theirs all; is it another service? ${createAnew(gone[0]!.entry, quoteWord(source.name.replace(/\/$/, '')))}`,
    }
  }
  return undefined
}
