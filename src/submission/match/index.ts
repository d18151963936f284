import type { Outcome } from '../../reports/outcome.ts'
import { matchByPatterns, createIdMatcher, incompleteOf } from './id-match.ts'
import { createDecision } from './decide.ts'
import { maskNames } from '../mask-secrets.ts'
import { type Asked, matchNames } from './name-match.ts'
import { namesOf } from './names.ts'
import { sayNearest } from './nearest.ts'
import type { Target } from '../../runs/read.ts'
import type { Matched, Matching, Question, Rules, Unmatched } from './matching.ts'

/** What is looked at where nothing else is said. */
export const usualRules: Rules = { properties: ['testctl', 'test_id', 'case_id'], mapping: new Map(), patterns: [] }

/**
 * Finds what results are for. An identifier decides first: in a property or a tag, in the name, in the mapping; then the
 * exact name, from the whole one to the bare one; and what is still open is asked of the patterns. What one rule decides no
 * later one overrules, not even where the identifier is not there.
 */
export const match = <T extends Target>(question: Question<T>): Matching<T> => {
  const { outcomes, project, rules = usualRules } = question
  const claimOf = createIdMatcher({ project, rules })
  const decide = createDecision(question)
  const found = new Map<Outcome, Matched<T> | Unmatched>()
  const taken = new Set(question.taken)
  const asked: Asked[] = []
  for (const outcome of outcomes) {
    const names = namesOf(outcome)
    const claim = claimOf(outcome, names)
    if (claim) {
      const verdict = decide(outcome, claim)
      found.set(outcome, verdict)
      if ('targets' in verdict) for (const { id } of verdict.targets) taken.add(id)
    } else asked.push({ outcome, names })
  }
  const astray = new Set(found.keys())
  const byName = matchByNames({ ...question, asked, taken })
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
  if (question.nearest ?? true)
    sayNearest(
      matching.unmatched.filter(({ outcome }) => astray.has(outcome)),
      question.targets,
    )
  return matching
}

/** What is found by no name as it stands in the report may be found by the name without its secrets. */
const matchByNames = <T extends Target>(
  question: Parameters<typeof matchNames<T>>[0] & Pick<Question<T>, 'mask'>,
): (Matched<T> | Unmatched)[] => {
  const { mask, taken = [] } = question
  const verdicts = matchNames(question)
  if (!mask) return verdicts
  const again = verdicts.flatMap((verdict): Asked[] => {
    const masked = 'targets' in verdict ? undefined : maskNames(verdict.outcome, mask)
    return masked ? [{ outcome: verdict.outcome, names: namesOf(masked) }] : []
  })
  if (again.length === 0) return verdicts
  const reached = verdicts.flatMap((verdict) => ('targets' in verdict ? verdict.targets.map(({ id }) => id) : []))
  const found = new Map<Outcome, Matched<T>>()
  for (const verdict of matchNames({ ...question, asked: again, taken: new Set([...taken, ...reached]) }))
    if ('targets' in verdict) found.set(verdict.outcome, verdict)
  return verdicts.map((verdict) => found.get(verdict.outcome) ?? verdict)
}

/** Says also what was meant for an identifier and is none. */
const withIncomplete = (verdict: Unmatched, rules: Rules): Unmatched => {
  const incomplete = incompleteOf(verdict.outcome, rules)
  return incomplete === undefined ? verdict : { ...verdict, reason: `${verdict.reason}; ${incomplete}` }
}
