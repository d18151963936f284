import type { Outcome } from '../reports/outcome.ts'
import type { Matched, Question, Target, Unmatched } from './match.ts'
import { cut, namesOf } from './names.ts'

/**
 * Finds what results are for by exact name: the whole one (suites, class and name) first, the bare one last.
 * Where a name decides nothing, no target is chosen: several targets have it; or it is short for several tests of the
 * report; or another result is for that target by a better name. A result that is said to be unmatched can be put right;
 * one that was set on the wrong test may never be noticed.
 */
export const matchNames = <T extends Target>(
  question: Question<T> & { taken: Set<string> },
): (Matched<T> | Unmatched)[] => {
  const { taken, among } = question
  const named = targetsByName(question.targets)
  const verdicts: (Matched<T> | Unmatched)[] = []
  let open = question.outcomes.map((outcome) => ({ outcome, names: namesOf(outcome) }))
  for (let level = 0; level < 4; level++) {
    const asked = open.filter(({ names }) => named.has(names[level]!))
    const tests = wholeNames(asked, level)
    const reached: string[] = []
    const settled = new Set<Outcome>()
    for (const { outcome, names } of asked) {
      const name = names[level]!
      const [target, ...others] = named.get(name)!
      const unmatched = (reason: string): Unmatched => ({
        outcome,
        reason,
        creatable: names[0] !== name,
        bareIsFree: false,
      })
      settled.add(outcome)
      if (others.length > 0)
        verdicts.push(unmatched(`${others.length + 1} ${among.many} have this name: ${list([target!, ...others])}`))
      else if (tests.get(name)!.size > 1)
        verdicts.push(
          unmatched(`${tests.get(name)!.size} tests of the report go by this name, and only ${list([target!])} has it`),
        )
      else if (level > 0 && taken.has(target!.id))
        verdicts.push(unmatched(`${list([target!])} has this name, and another test of the report is nearer to it`))
      else {
        verdicts.push({ outcome, targets: [target!], missing: [], rule: 'name', because: `its name is ${name}` })
        reached.push(target!.id)
      }
    }
    for (const id of reached) taken.add(id)
    open = open.filter(({ outcome }) => !settled.has(outcome))
  }
  const reason = `nothing ${among.where} has this name`
  return [...verdicts, ...open.map(({ outcome }) => ({ outcome, reason, creatable: true, bareIsFree: true }))]
}

type Asked = { outcome: Outcome; names: ReturnType<typeof namesOf> }

const targetsByName = <T extends Target>(targets: readonly T[]): Map<string, T[]> => {
  const named = new Map<string, T[]>()
  for (const target of targets) {
    const name = cut(target.name)
    const known = named.get(name)
    if (known) known.push(target)
    else named.set(name, [target])
  }
  return named
}

/** The tests of the report that go by a name of this level: several results with the same whole name are one test's. */
const wholeNames = (asked: readonly Asked[], level: number): Map<string, Set<string>> => {
  const tests = new Map<string, Set<string>>()
  for (const { names } of asked) {
    const name = names[level]!
    const known = tests.get(name)
    if (known) known.add(names[0])
    else tests.set(name, new Set([names[0]]))
  }
  return tests
}

const list = (targets: readonly Target[]): string => {
  const some = targets.slice(0, 5).map(({ identifiers, id }) => identifiers[0] ?? id)
  return [...some, ...(targets.length > some.length ? ['…'] : [])].join(', ')
}
