import { counted } from '../../output/text/count.ts'
import type { ServiceCase } from '../service-cases.ts'
import { lintCases } from './rules.ts'

/** A finding about a case of the service. */
export type CaseFinding = { case: string; rule: string; message: string }

/**
 * Checks the cases of a project by the rules for files. Also finds cases that have no result in any run, and cases that have none in
 * the newest `stale` runs. `newer`: how many runs are newer than the last result of a case, by its id, if it has a result. DECISIONS 226
 */
export const lintServiceCases = (
  cases: readonly ServiceCase[],
  { newer }: { newer: ReadonlyMap<string, number> },
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
