import type { Outcome } from '../../reports/outcome.ts'
import type { Target } from '../../runs/read.ts'
import type { Mask } from '../mask-secrets.ts'

/** How the user says which results are for what, beside identifiers in names and exact names. */
export type Rules = {
  /** Properties and annotations whose value names cases or tests by identifier, in either case; a tag always may. */
  properties: readonly string[]
  /** From a name of a test of the report (any of `namesOf`) to the identifiers of what it is for. */
  mapping: ReadonlyMap<string, readonly string[]>
  /** House rules for names, tried last: a named group `case` or `test` holds the number. */
  patterns: readonly RegExp[]
}

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
