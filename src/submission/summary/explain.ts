import type { ResultName } from '../../contract/vocabulary.ts'
import type { Outcome } from '../../reports/outcome.ts'
import type { Matched, Matching, MatchRule, Unmatched } from '../match/model.ts'
import type { RunTest } from '../../runs/read.ts'
import { caseNameOf, targetName } from '../match/names.ts'
import type { Plan } from '../plan/index.ts'

/** The explanation of a result: its targets, the rule, and the effect. */
export type MatchExplanation = {
  /** The whole name, and its place in the report. */
  name: string
  report: string
  line: number | undefined
  result: Outcome['result']
  /** The rule that matched it, and the reason in words; undefined for an unmatched result. */
  rule?: MatchRule
  because?: string
  /** The identifiers of its targets. */
  targets: string[]
  /** Further identifiers in it that do not exist. */
  missing?: readonly string[]
  /** What the plan does with each of its tests, after folding all results of the test. */
  planned?: Effect[]
  /** Why it is unmatched, and similar targets. */
  reason?: string
  nearest?: string[]
}

/** What a plan does with a test; `test` is its identifier. */
type Effect = { test: string; what: keyof Plan; from: ResultName; to: ResultName }

type Explained = { outcomes: readonly Outcome[]; matching: Matching<RunTest>; plan?: Plan | undefined }

/** Explains each result, in reading order. */
export const explainMatches = ({ outcomes, matching, plan }: Explained): MatchExplanation[] => {
  const verdicts = new Map<Outcome, Matched<RunTest> | Unmatched>()
  for (const verdict of [...matching.matched, ...matching.unmatched]) verdicts.set(verdict.outcome, verdict)
  const effects = plan && effectsOf(plan)
  return outcomes.flatMap((outcome) => {
    const verdict = verdicts.get(outcome)
    if (!verdict) return []
    const { report, line, result } = outcome
    const place = { name: caseNameOf(outcome), report, line, result }
    return 'targets' in verdict
      ? { ...place, ...explainMatched(verdict, effects) }
      : { ...place, ...explainUnmatched(verdict) }
  })
}

const effectsOf = (plan: Plan): Map<string, Effect> => {
  const effects = new Map<string, Effect>()
  for (const what of ['set', 'unchanged', 'skipped', 'newer'] as const)
    for (const { test, from, to } of plan[what]) effects.set(test.id, { test: targetName(test), what, from, to })
  return effects
}

const explainMatched = (
  { rule, because, targets, missing }: Matched<RunTest>,
  effects: Map<string, Effect> | undefined,
) => ({
  rule,
  because,
  targets: targets.map(targetName),
  ...(missing.length > 0 && { missing }),
  ...(effects && { planned: targets.flatMap(({ id }) => effects.get(id) ?? []) }),
})

const explainUnmatched = ({ reason, nearest }: Unmatched) => ({
  targets: [],
  reason,
  ...(nearest && { nearest: nearest.map((target) => `${targetName(target)} ${target.name}`) }),
})
