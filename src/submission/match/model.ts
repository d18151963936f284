import type { Outcome } from '../../reports/outcome.ts'
import type { Target } from '../../runs/read.ts'
import type { Mask } from '../mask-secrets.ts'

/** The user's rules for matching, beside identifiers in names and exact names. */
export type Rules = {
  /** The properties and annotations, in upper or lower case, whose values name cases or tests by identifier. Tags always may. */
  properties: readonly string[]
  /** Maps a name of a test of the report (any of `namesOf`) to the identifiers of its targets. */
  mapping: ReadonlyMap<string, readonly string[]>
  /** Patterns for names, tried last: a named group `case` or `test` holds the number. */
  patterns: readonly RegExp[]
}

/**
 * The rule that matched a result, in the order in which the rules are tried; `created` is a case that was made for it.
 * DECISIONS 34
 */
export type MatchRule = 'property' | 'identifier' | 'mapping' | 'name' | 'pattern' | 'created'

/**
 * A result and its targets; `because` is the reason in words (`its property test_id is WEB-C12`).
 * `missing` are further identifiers in it that are not among the targets.
 */
export type Matched<T> = {
  outcome: Outcome
  targets: readonly T[]
  missing: readonly string[]
  rule: MatchRule
  because: string
}

/**
 * A result without a target, and the reason. `creatable`: a case with its whole name would be for it alone;
 * `bareIsFree`: no target has any of its names. `nearest` are similar targets.
 */
export type Unmatched = {
  outcome: Outcome
  reason: string
  creatable: boolean
  bareIsFree: boolean
  nearest?: readonly Target[] | undefined
}
export type Matching<T> = { matched: Matched<T>[]; unmatched: Unmatched[] }
export type MatchInput<T> = {
  outcomes: readonly Outcome[]
  targets: readonly T[]
  /** The identifier of the project. If it is unknown, no identifier leads to a target. */
  project: string | undefined
  /** The words for the targets and their place: `tests` `in the run`. */
  among: { many: string; where: string }
  rules?: Rules
  /** Ids of the targets that other results have already: only a whole name matches them. */
  taken?: Iterable<string>
  /** Masks secrets in names: a case that a submission created has them masked. */
  mask?: Mask
  /** Whether to look for similar targets of unmatched results (default: true); not needed if cases will be created. */
  nearest?: boolean
}
