import { otherFileOf, otherTestOf, wantsComment } from '../apply/comment-text.ts'
import { maskNames } from '../mask-secrets.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Matched, Unmatched } from '../match/model.ts'
import { caseNameOf, targetName } from '../match/names.ts'
import type { SubmissionOptions } from '../options.ts'
import { readTests, type RunTest } from '../../runs/read.ts'
import type { Resolution } from './index.ts'
import { addTo } from '../../system/maps/add-to.ts'

/**
 * Makes a result unmatched if the test that it found by name holds the failure of another test of the reports,
 * which an earlier submission into the run has set. The comment of that failure has a full name that is none of
 * the result's names (within one report, two such results match nothing either, DECISIONS 25), or the same name
 * in another file, from which it has no result now. Reads comments only if they were not read yet and such a
 * test has failed. A skipped result counts if it would set the test. DECISIONS 276, 315, 554, 565
 */
export const leaveOthersFailures = async (order: SubmissionOptions, resolved: Resolution): Promise<Resolution> => {
  const { outcomes, policy, mask, into } = order
  const isSuspect = ({ rule, outcome, targets: [test] }: Matched<RunTest>): boolean =>
    rule === 'name' &&
    test?.result === 'failed' &&
    (outcome.result !== 'skipped' || policy.skipped !== 'ignore') &&
    (outcome.file !== undefined || !isWhole(test, order, outcome))
  if (!resolved.run || !resolved.matched.some(isSuspect)) return resolved
  const project = into.project.identifier
  const tests = wantsComment(outcomes, policy)
    ? resolved.tests
    : await readTests(order.api, resolved.run.id, { project, remarks: true, before: resolved.tests })
  const remarks = new Map(tests.map((test) => [test.id, test.remarks]))
  const ran = resultsThatRan(resolved.matched)
  const matched: Matched<RunTest>[] = []
  const unmatched: Unmatched[] = [...resolved.unmatched]
  for (const one of resolved.matched) {
    const { outcome, targets } = one
    const [test] = targets
    const [other] = isSuspect(one)
      ? (remarks.get(test!.id) ?? []).flatMap(
          ({ content }) =>
            (isWhole(test!, order, outcome) ? undefined : otherTestOf(content, outcome, mask)) ??
            otherFileOf(content, outcome, { ...order, ran: [...(ran.get(test!.id) ?? []), outcome] }) ??
            [],
        )
      : []
    if (other === undefined) matched.push(one)
    else {
      const reason = `${targetName(test!)} has this name, and holds the failure of ${other}`
      unmatched.push({ outcome, reason, creatable: false, bareIsFree: false })
    }
  }
  return { ...resolved, matched, unmatched }
}

/** Returns the results of each test, by its id, without those that were skipped. */
const resultsThatRan = (matched: readonly Matched<RunTest>[]): Map<string, Outcome[]> => {
  const ran = new Map<string, Outcome[]>()
  for (const { outcome, targets } of matched)
    for (const { id } of outcome.result === 'skipped' ? [] : targets) addTo(ran, id, outcome)
  return ran
}

const isWhole = ({ name }: RunTest, { mask }: SubmissionOptions, outcome: Outcome): boolean =>
  name === caseNameOf(outcome) || name === caseNameOf(maskNames(outcome, mask) ?? outcome)
