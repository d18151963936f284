import type { Outcome } from '../reports/outcome.ts'
import { mentionsIn } from './mentions.ts'
import { matchNames } from './namematch.ts'

/** Something that a result can be for: a test of a run, or a case. Several may bear one identifier, that of their case. */
export type Target = { id: string; name: string; identifiers: readonly string[] }

/** How the user says which results are for what, beside identifiers in names and exact names. */
export type Rules = {
  /** Properties and annotations whose value names cases or tests by identifier; a tag always may. */
  properties: readonly string[]
  /** From a name of a test of the report (any of `namesOf`) to the identifiers of what it is for. */
  mapping: ReadonlyMap<string, readonly string[]>
  /** House rules for names, tried last: a named group `case` or `test` holds the number. */
  patterns: readonly RegExp[]
}

/** What is looked at where nothing else is said. */
export const usualRules: Rules = { properties: ['testctl', 'test_id', 'case_id'], mapping: new Map(), patterns: [] }

/** What decided what a result is for, in the order in which it is tried; `created` is a case that was made for it. */
export type Rule = 'property' | 'identifier' | 'mapping' | 'name' | 'pattern' | 'created'

/**
 * A result and what it is for; `because` is what decided, in words (`the property test_id is WEB-C12`).
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
 * `bareIsFree`: nothing has its bare name, so that its case could have that. `nearest` are what it may have meant.
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
  /** The identifier of the project. Without it no identifiers are looked for. */
  project: string | undefined
  /** What the targets are called, and where they are: `tests` `in the run`. */
  among: { many: string; where: string }
  rules?: Rules
  /** The ids of targets that other results are for already: a bare name does not reach them. */
  taken?: Iterable<string>
}

/**
 * Finds what results are for: by an identifier in the name; else by exact name, from the whole one to the bare one.
 * An identifier that is not there is never overruled by a name.
 */
export const match = <T extends Target>(question: Question<T>): Matching<T> => {
  const { outcomes, project, among } = question
  const bearers = bearersOf(question.targets)
  const found = new Map<Outcome, Matched<T> | Unmatched>()
  const rest: Outcome[] = []
  for (const outcome of outcomes) {
    const mentions = project === undefined ? [] : mentionsIn(outcome.name, project)
    const targets = new Set(mentions.flatMap((mention) => bearers.get(mention) ?? []))
    const missing = mentions.filter((mention) => !bearers.has(mention))
    if (targets.size > 0)
      found.set(outcome, {
        outcome,
        targets: [...targets],
        missing,
        rule: 'identifier',
        because: `its name has ${mentions.join(', ')}`,
      })
    else if (missing.length > 0)
      found.set(outcome, {
        outcome,
        reason: `${missing.join(', ')} is not ${among.where}`,
        creatable: false,
        bareIsFree: false,
      })
    else if (outcome.name === '')
      found.set(outcome, { outcome, reason: 'it has no name', creatable: false, bareIsFree: false })
    else rest.push(outcome)
  }
  const taken = new Set(question.taken)
  for (const verdict of found.values()) if ('targets' in verdict) for (const { id } of verdict.targets) taken.add(id)
  for (const verdict of matchNames({ ...question, outcomes: rest, taken })) found.set(verdict.outcome, verdict)

  const matching: Matching<T> = { matched: [], unmatched: [] }
  for (const outcome of outcomes) {
    const verdict = found.get(outcome)!
    if ('targets' in verdict) matching.matched.push(verdict)
    else matching.unmatched.push(verdict)
  }
  return matching
}

const bearersOf = <T extends Target>(targets: readonly T[]): Map<string, T[]> => {
  const bearers = new Map<string, T[]>()
  for (const target of targets)
    for (const identifier of target.identifiers) {
      const known = bearers.get(identifier)
      if (known) known.push(target)
      else bearers.set(identifier, [target])
    }
  return bearers
}
