import type { Context } from '../../composition/context.ts'
import { readWhole } from '../../contract/pagination.ts'
import type { Resource } from '../../output/cells/row.ts'
import { counted, countRelated, lengthOf } from '../../output/text/count.ts'
import type { NamedResource } from '../shared/input/find-range.ts'
import { type PresentResource, requireEach } from '../shared/input/many.ts'
import { confirmDeletion } from '../shared/verbs/confirm.ts'
import { identified } from '../shared/verbs/list.ts'
import { listedNames } from '../shared/verbs/many.ts'
import { testsOfRun } from '../../contract/pages/tests-of-run.ts'

/** The cases to remove from a run, and the tests that go with them. */
export type CaseRemoval = { cases: readonly PresentResource[]; tests: readonly Resource[] }

/**
 * Looks up what `--remove-case` deletes in each run, by the id of the run. Asks, as for any deletion, if one of the tests has a
 * result or comments. Reports a case that a run does not have. DECISIONS 425
 */
export const confirmRemovals = async (
  context: Context,
  runs: readonly NamedResource[],
  typed: readonly string[],
): Promise<ReadonlyMap<string, CaseRemoval>> => {
  const removals = new Map<string, CaseRemoval>()
  for (const run of runs) {
    if (run.id === undefined) continue
    const removal = await readRemoval(context, { ...run, id: run.id }, typed)
    await tellAbsent(context, run.identifier ?? run.id, removal)
    removals.set(run.id, removal)
  }
  const tests = [...removals.values()].flatMap((one) => one.tests)
  if (tests.some(holdsWork)) await confirmLoss(context, tests)
  return removals
}

/** Warns of cases that a run does not have: nothing is removed for them. */
const tellAbsent = async (context: Context, run: string, { cases, tests }: CaseRemoval): Promise<void> => {
  const present = new Set(tests.map(({ caseId }) => caseId))
  const absent = cases.filter(({ id }) => !present.has(id))
  if (absent.length === 0) return
  const names = listedNames(absent.map((one) => one.identifier ?? one.typed))
  await (await context.printer()).warn(`${names} ${absent.length === 1 ? 'is' : 'are'} not in ${run}`)
}

/** Asks whether to delete tests with their results and comments; a dry run warns instead. */
const confirmLoss = async (context: Context, tests: readonly Resource[]): Promise<void> => {
  const several = tests.length > 1
  const names = listedNames(tests.map(({ identifier, id }) => String(identifier ?? id)))
  const what = several ? `the ${counted(tests.length)} ${names}` : `the test ${names}`
  const comments = countRelated(tests, 'comments')
  const below = ` with ${several ? 'their results' : 'its result'} and ${counted(comments, 'comment')}`
  if (context.flags().dryRun) await (await context.printer()).warn(`this deletes ${what}${below}`)
  await confirmDeletion(context, what, { below, several })
}

const readRemoval = async (
  context: Context,
  { id: testRunId, project }: PresentResource,
  typed: readonly string[],
): Promise<CaseRemoval> => {
  const cases = await requireEach(context, 'cases', { typed, project })
  const ids = new Set<unknown>(cases.map(({ id }) => id))
  const api = await context.api()
  const read = testsOfRun(api, testRunId, ['comments'])
  const tests = await readWhole(read, (test) => (ids.has(test.caseId) ? identified('tests', project, test) : undefined))
  return { cases, tests }
}

/** Whether a test has something that cannot be restored: a result, or comments. */
const holdsWork = (test: Resource): boolean => test['result'] !== 'untested' || lengthOf(test['comments']) > 0
