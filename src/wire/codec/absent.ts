import type * as z from 'zod/mini'

type Problem = z.core.$ZodIssue
type Holder = Record<PropertyKey, unknown>

/**
 * Removes each optional field of an answer that is null, for which the interface has an absent one; returns the problems that
 * are left. Only an answer that breaks the interface is searched, so that no other is slower. DECISIONS 298
 */
export const withoutNulls = (problems: readonly Problem[], value: unknown): Problem[] =>
  problems.filter(({ path }) => {
    const name = path.length > 1 ? path.at(-1) : undefined
    const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Holder | undefined)?.[key], value) as
      | Holder
      | undefined
    return !(optional.has(name) && holder?.[name!] === null && delete holder[name!])
  })

// The fields with a question mark in the interface; a milestone's id is taken as null by the model.
const optional: ReadonlySet<PropertyKey | undefined> = new Set([
  'cases',
  'milestones',
  'testRuns',
  'comments',
  'project',
  'case',
  'testRun',
  'results',
  'tests',
])
