import type { Matched, Matching, Unmatched } from '../match/model.ts'
import type { RunTest, Target } from '../../runs/read.ts'

/** The tests of the cases; in a dry run, those that would be made of them. */
export const placeInTests = (
  { matched, unmatched }: Matching<Target>,
  tests: readonly RunTest[],
  dryRun: boolean,
): Matching<RunTest> => {
  const ofCase = new Map<string, RunTest[]>()
  for (const test of tests) {
    const others = ofCase.get(test.caseId)
    if (others) others.push(test)
    else ofCase.set(test.caseId, [test])
  }
  const testsOf = (target: Target): RunTest[] => ofCase.get(target.id) ?? (dryRun ? imagine(target) : [])
  const placed: Matched<RunTest>[] = []
  const lost: Unmatched[] = []
  for (const { outcome, targets, missing, rule, because } of matched) {
    // Nearly all go to one case: `flatMap` leaves room for sixteen in each list, which a hundred thousand of them keep.
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

// A case that is imagined as well has no identifier yet.
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

/** The cases that results go to, each once. */
export const caseIdsOf = (matched: readonly Matched<Target>[]): string[] => [
  ...new Set(matched.flatMap(({ targets }) => targets.map(({ id }) => id))),
]
