import { counted } from '../../output/text/count.ts'
import type { ServiceCase } from '../service-cases.ts'
import { lintCases } from './rules.ts'

/** What is doubtful about a case of the service. */
export type CaseFinding = { case: string; rule: string; message: string }

/** By the id of a case how many runs are newer than its last result. */
type Tested = { newer: ReadonlyMap<string, number> }

/**
 * Everything that is doubtful about the cases of a project: what files are checked for, cases that no run has a result of, and
 * those that the newest `stale` runs have none of. DECISIONS 226
 */
export const lintServiceCases = (
  cases: readonly ServiceCase[],
  { newer }: Tested,
  { stale }: { stale: number },
): CaseFinding[] => {
  const entries = cases.map(({ identifier, content }) => ({
    identifier,
    content,
    place: { file: identifier, line: 1 },
  }))
  const untested = cases.flatMap(({ id, identifier }): CaseFinding[] => {
    const count = newer.get(id)
    if (count === undefined) return [finding(identifier, 'never-run', 'no run has a result of it')]
    if (count < stale) return []
    return [finding(identifier, 'stale', `no result in the newest ${counted(count, 'run')}`)]
  })
  const order = new Map(cases.map(({ identifier }, at) => [identifier, at]))
  return [...lintCases(entries).map(({ file, rule, message }) => finding(file, rule, message)), ...untested].toSorted(
    (one, other) => order.get(one.case)! - order.get(other.case)!,
  )
}

const finding = (identifier: string, rule: string, message: string): CaseFinding => ({
  case: identifier,
  rule,
  message,
})
