import type { Outcome } from '../../reports/outcome.ts'
import { claimByPatterns, createClaims, incompleteOf } from './id-match.ts'
import { createDecision } from './decide.ts'
import { maskNames, type Mask } from '../mask-secrets.ts'
import { type Asked, matchNames } from './name-match.ts'
import { namesOf } from './names.ts'
import { sayNearest } from './nearest.ts'

/**
 * Something that a result can be for: a test of a run, or a case. Several may bear one identifier, that of their case.
 * `unnamed` is the one of them by which it is not meant, because a test named it before its case was there.
 */
export type Target = { id: string; name: string; identifiers: readonly string[]; unnamed?: string | undefined }

/** How the user says which results are for what, beside identifiers in names and exact names. */
export type Rules = {
  /** Properties and annotations whose value names cases or tests by identifier, in either case; a tag always may. */
  properties: readonly string[]
  /** From a name of a test of the report (any of `namesOf`) to the identifiers of what it is for. */
  mapping: ReadonlyMap<string, readonly string[]>
  /** House rules for names, tried last: a named group `case` or `test` holds the number. */
  patterns: readonly RegExp[]
}

/** What is looked at where nothing else is said. */
export const usualRules: Rules = { properties: ['testctl', 'test_id', 'case_id'], mapping: new Map(), patterns: [] }

/**
 * What decided what a result is for, in the order in which it is tried; `created` is a case that was made for it.
 * DECISIONS 34
 */
export type Rule = 'property' | 'identifier' | 'mapping' | 'name' | 'pattern' | 'created'

/**
 * A result and what it is for; `because` is what decided, in words (`its property test_id is WEB-C12`).
 * `missing` are identifiers that it names besides, and that are not among the targets.
 */
export type Matched<T> = {
  outcome: Outcome
  targets: readonly T[]
  missing: readonly string[]
  rule: Rule
  because: string
}

/**
 * A result that is for nothing, and why. `creatable`: a case by its whole name would be for it alone;
 * `bareIsFree`: nothing has any of its names. `nearest` are what it may have meant.
 */
export type Unmatched = {
  outcome: Outcome
  reason: string
  creatable: boolean
  bareIsFree: boolean
  nearest?: readonly Target[] | undefined
}

export type Matching<T> = { matched: Matched<T>[]; unmatched: Unmatched[] }

export type Question<T> = {
  outcomes: readonly Outcome[]
  targets: readonly T[]
  /** The identifier of the project. Where it is not known, no identifier leads to a target. */
  project: string | undefined
  /** What the targets are called, and where they are: `tests` `in the run`. */
  among: { many: string; where: string }
  rules?: Rules
  /** The ids of targets that other results are for already: a bare name does not reach them. */
  taken?: Iterable<string>
  /** What takes secrets out of names: a case that a submission created has them masked. */
  mask?: Mask
  /** Whether to look for what unmatched results may have meant; not where it will be created. */
  nearest?: boolean
}

/**
 * Finds what results are for. An identifier decides first: in a property or a tag, in the name, in the mapping; then the
 * exact name, from the whole one to the bare one; and what is still open is asked of the patterns. What one rule decides no
 * later one overrules, not even where the identifier is not there.
 */
export const match = <T extends Target>(question: Question<T>): Matching<T> => {
  const { outcomes, project, rules = usualRules } = question
  const claimOf = createClaims({ project, rules })
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
  const claims = claimByPatterns(open, { project, rules })
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
