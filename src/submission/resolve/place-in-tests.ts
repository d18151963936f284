import type { Matched, Matching, Unmatched } from '../match/model.ts'
import type { RunTest, Target } from '../../runs/read.ts'
import { addTo } from '../../system/maps/add-to.ts'

/**
 * Replaces the cases of results by their tests in the run; in a dry run, by the tests that would be created. A
 * result whose case has no test becomes unmatched.
 */
export const placeInTests = (
  { matched, unmatched }: Matching<Target>,
  tests: readonly RunTest[],
  dryRun: boolean,
): Matching<RunTest> => {
  const ofCase = new Map<string, RunTest[]>()
  for (const test of tests) addTo(ofCase, test.caseId, test)
  const testsOf = (target: Target): RunTest[] => ofCase.get(target.id) ?? (dryRun ? imagine(target) : [])
  const placed: Matched<RunTest>[] = []
  const lost: Unmatched[] = []
  for (const { outcome, targets, missing, rule, because } of matched) {
    // Most results go to one case: `flatMap` would reserve room for sixteen items in each list, and there may be 100,000 lists.
    const found = targets.length === 1 ? testsOf(targets[0]!) : targets.flatMap(testsOf)
    if (found.length > 0) placed.push({ outcome, targets: found, missing, rule, because })
    else
      lost.push({
        outcome,
        reason: 'its case has no test in the run',
        creatable: false,
        bareIsFree: false,
      })
  }
  return { matched: placed, unmatched: [...unmatched, ...lost] }
}

// A case that would be created too has no identifier yet.
const imagine = ({ id, name, identifiers: [identifier = id] }: Target): RunTest[] => [
  {
    id: `<new-test-of-${id.startsWith('<') ? id.slice(1, -1) : identifier}>`,
    name,
    caseId: id,
    displayId: 0,
    result: 'untested',
    updatedAt: undefined,
    remarks: [],
    identifiers: [],
  },
]

/** Returns the ids of the cases that results match, each once. */
export const caseIdsOf = (matched: readonly Matched<Target>[]): string[] => [
  ...new Set(matched.flatMap(({ targets }) => targets.map(({ id }) => id))),
]
