import type { Outcome } from '../../reports/outcome.ts'
import { some } from './first-few.ts'
import type { Matched, MatchInput, Unmatched } from './model.ts'
import type { Target } from '../../runs/read.ts'
import { cutName, type Names, targetName } from './names.ts'
import { addTo } from '../../system/maps/add-to.ts'

/** Why a result without a name matches nothing. */
export const nameless = 'it has no name'

/** A part of the reason why a result matches none of several targets. */
export const sharedBySome = ' have this name: '

/** A result whose test is looked for by its names. */
export type Asked = { outcome: Outcome; names: Names }

type NameQuestion<T> = Pick<MatchInput<T>, 'targets' | 'among'> & {
  asked: readonly Asked[]
  taken: ReadonlySet<string>
}

/**
 * Matches results by exact name: the whole one (suites, class and name) first, the bare one last. Chooses no target if
 * several targets have the name, if several tests of the report share the short name, or if another result has that target
 * by a longer name. An unmatched result can be fixed; one that was set on the wrong test may never be noticed. DECISIONS 25
 */
export const matchNames = <T extends Target>(question: NameQuestion<T>): (Matched<T> | Unmatched)[] => {
  const { among } = question
  const taken = new Set(question.taken)
  const named = targetsByName(question.targets)
  const verdicts: (Matched<T> | Unmatched)[] = []
  for (const { outcome } of question.asked)
    if (outcome.name === '') verdicts.push({ outcome, reason: nameless, creatable: false, bareIsFree: false })
  let open = question.asked.filter(({ outcome }) => outcome.name !== '')
  // A name whose target another result has does not refuse the result yet: a shorter name may still be its own. DECISIONS 112
  const passedOver = new Map<Outcome, Unmatched>()
  // By whole name: results with the same one belong to one test, even if their other names differ.
  const found = new Map<string, Omit<Matched<T>, 'outcome'>>()
  const refused = new Map<string, Omit<Unmatched, 'outcome'>>()
  for (let level = 0; level < 4; level++) {
    const asked = open.filter(({ names }) => named.has(names[level]!))
    const shared = sharedNames(asked, level)
    for (const { outcome, names } of asked) {
      const [whole] = names
      const name = names[level]!
      const bearers = named.get(name)!
      const [target] = bearers
      const sharing = shared.get(name)
      const unmatched = (reason: string) => ({ reason, creatable: whole !== name, bareIsFree: false })
      if (bearers.length > 1)
        refused.set(whole, unmatched(`${bearers.length} ${among.many}${sharedBySome}${list(bearers)}`))
      else if (sharing)
        refused.set(
          whole,
          unmatched(`${sharing.size} tests of the report go by this name, and only ${list(bearers)} has it`),
        )
      else if (level > 0 && taken.has(target!.id)) {
        const reason = `${list(bearers)} has this name, and another test of the report is nearer to it`
        if (!passedOver.has(outcome)) passedOver.set(outcome, { outcome, ...unmatched(reason) })
      } else if (!found.has(whole))
        found.set(whole, {
          targets: bearers,
          missing: none,
          rule: 'name',
          // Built from the target's own string, which is kept in memory anyway.
          because: `its name is ${cutName(target!.name)}`,
        })
    }
    const rest: Asked[] = []
    for (const one of open) {
      const { outcome, names } = one
      // A refusal holds for all results with this whole name; otherwise, targets that others get now could change what
      // these find next. DECISIONS 112
      const verdict = refused.get(names[0]) ?? found.get(names[0])
      if (!verdict) rest.push(one)
      else {
        verdicts.push({ outcome, ...verdict })
        if ('targets' in verdict) for (const { id } of verdict.targets) taken.add(id)
      }
    }
    open = rest
  }
  const reason = `nothing ${among.where} has this name`
  for (const { outcome } of open)
    verdicts.push(passedOver.get(outcome) ?? { outcome, reason, creatable: true, bareIsFree: true })
  return verdicts
}

const none: readonly never[] = []

const targetsByName = <T extends Target>(targets: readonly T[]): Map<string, T[]> => {
  const named = new Map<string, T[]>()
  for (const target of targets) addTo(named, cutName(target.name), target)
  return named
}

/**
 * Returns, for each name of this level that several tests of the report share, the whole names of these tests.
 * Results with the same whole name belong to one test.
 */
const sharedNames = (asked: readonly Asked[], level: number): Map<string, Set<string>> => {
  const first = new Map<string, string>()
  const shared = new Map<string, Set<string>>()
  for (const { names } of asked) {
    const name = names[level]!
    const whole = first.get(name)
    if (whole === undefined) first.set(name, names[0])
    else if (whole !== names[0]) shared.set(name, (shared.get(name) ?? new Set([whole])).add(names[0]))
  }
  return shared
}

const list = (targets: readonly Target[]): string => some(targets, targetName)
