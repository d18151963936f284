import type { Property } from '../../src/reports/outcome.ts'
import { match, usualRules } from '../../src/submission/match/index.ts'
import { type MatchInput } from '../../src/submission/match/model.ts'
import { type Rules } from '../../src/submission/match/model.ts'
import { type Target } from '../../src/runs/read.ts'
import { outcome } from './outcome.ts'

/** Returns tests with these names: WEB-T1 of the case WEB-C11, and so on. */
export const targetsNamed = (...names: string[]): Target[] =>
  names.map((name, at) => ({ id: `${at + 1}`, name, identifiers: [`WEB-T${at + 1}`, `WEB-C${at + 11}`] }))

/** Matches results to tests, by default with the usual rules. */
export const ask = (question: Partial<MatchInput<Target>>) =>
  match({
    outcomes: [],
    targets: [],
    project: 'WEB',
    among: { many: 'tests', where: 'in the run' },
    rules: usualRules,
    ...question,
  })

/** Parses properties such as `test_id=WEB-C1`. A word without `=` is a tag. */
export const carrying = (...typed: string[]): { properties: Property[] } => ({
  properties: typed.map((one) => {
    const [, name = 'tag', value = one] = /^(\w+)=(.*)$/s.exec(one) ?? []
    return { name, value }
  }),
})

/** Describes how a result with this name and these properties is matched to the tests a, b, c (C11, C12, C13). */
export const decide = (at: string, carried: string[] = [], rules: Partial<Rules> = {}): string => {
  const { matched, unmatched } = ask({
    outcomes: [outcome(at, 'passed', carrying(...carried))],
    targets: targetsNamed('a', 'b', 'c'),
    rules: { ...usualRules, ...rules },
  })
  const [hit] = matched
  if (!hit) return unmatched[0]?.reason ?? ''
  const missing = hit.missing.length > 0 ? `, not ${hit.missing.join()}` : ''
  return `${hit.rule}: ${hit.targets.map(({ name }) => name).join()}${missing}; ${hit.because}`
}
