import type { Outcome } from '../../reports/outcome.ts'
import { matchByPatterns, createIdMatcher, incompleteOf } from './id-match.ts'
import { createDecision } from './id-decision.ts'
import { maskNames } from '../mask-secrets.ts'
import { type Asked, matchNames } from './name-match.ts'
import { namesOf } from './names.ts'
import { sayNearest } from './nearest.ts'
import type { Target } from '../../runs/read.ts'
import type { Matched, Matching, MatchInput, Rules, Unmatched } from './model.ts'

/** The default rules. */
export const usualRules: Rules = { properties: ['testctl', 'test_id', 'case_id'], mapping: new Map(), patterns: [] }

/**
 * Matches results with targets. An identifier decides first: in a property or a tag, in the name, in the
 * mapping; then the exact name, from the whole one to the bare one; and the patterns decide the rest. A later
 * rule never overrules an earlier one, even if the identifier of the earlier one does not exist.
 */
export const match = <T extends Target>(input: MatchInput<T>): Matching<T> => {
  const { outcomes, project, rules = usualRules } = input
  const claimOf = createIdMatcher({ project, rules })
  const decide = createDecision(input)
  const found = new Map<Outcome, Matched<T> | Unmatched>()
  const taken = new Set(input.taken)
  const asked: Asked[] = []
  for (const outcome of outcomes) {
    const claim = claimOf(outcome)
    if (claim) {
      const verdict = decide(outcome, claim)
      found.set(outcome, verdict)
      if ('targets' in verdict) for (const { id } of verdict.targets) taken.add(id)
    } else asked.push({ outcome, names: namesOf(outcome) })
  }
  const astray = new Set(found.keys())
  const byName = matchByNames({ ...input, asked, taken })
  const open = byName.flatMap((verdict) => ('targets' in verdict ? [] : [verdict.outcome]))
  const claims = matchByPatterns(open, { project, rules })
  for (const verdict of byName) {
    const { outcome } = verdict
    const claim = claims.get(outcome)
    if (claim) found.set(outcome, decide(outcome, claim))
    else found.set(outcome, 'targets' in verdict ? verdict : withIncomplete(verdict, rules))
    if (claim || ('reason' in verdict && verdict.bareIsFree)) astray.add(outcome)
  }
  const matching: Matching<T> = { matched: [], unmatched: [] }
  for (const outcome of outcomes) {
    const verdict = found.get(outcome)
    if (!verdict) continue
    if ('targets' in verdict) matching.matched.push(verdict)
    else matching.unmatched.push(verdict)
  }
  if (input.nearest ?? true)
    sayNearest(
      matching.unmatched.filter(({ outcome }) => astray.has(outcome)),
      input.targets,
    )
  return matching
}

/** Matches results by name. Tries those that match nothing once more, with the secrets in their names masked. */
const matchByNames = <T extends Target>(
  input: Parameters<typeof matchNames<T>>[0] & Pick<MatchInput<T>, 'mask'>,
): (Matched<T> | Unmatched)[] => {
  const { mask, taken = [] } = input
  const verdicts = matchNames(input)
  if (!mask) return verdicts
  const again = verdicts.flatMap((verdict): Asked[] => {
    const masked = 'targets' in verdict ? undefined : maskNames(verdict.outcome, mask)
    return masked ? [{ outcome: verdict.outcome, names: namesOf(masked) }] : []
  })
  if (again.length === 0) return verdicts
  const reached = verdicts.flatMap((verdict) => ('targets' in verdict ? verdict.targets.map(({ id }) => id) : []))
  const found = new Map<Outcome, Matched<T>>()
  for (const verdict of matchNames({ ...input, asked: again, taken: new Set([...taken, ...reached]) }))
    if ('targets' in verdict) found.set(verdict.outcome, verdict)
  return verdicts.map((verdict) => found.get(verdict.outcome) ?? verdict)
}

/** Adds to the reason that the result has an incomplete identifier. */
const withIncomplete = (verdict: Unmatched, rules: Rules): Unmatched => {
  const incomplete = incompleteOf(verdict.outcome, rules)
  return incomplete === undefined ? verdict : { ...verdict, reason: `${verdict.reason}; ${incomplete}` }
}
