import type * as z from 'zod/mini'

type Problem = z.core.$ZodIssue
type Holder = Record<PropertyKey, unknown>

/**
 * Removes optional fields that are null, because the interface leaves them out instead; returns the remaining problems. Looks only at
 * answers that break the interface, so that valid ones cost nothing. DECISIONS 298
 */
export const withoutNulls = (problems: readonly Problem[], value: unknown): Problem[] =>
  problems.filter(({ path }) => {
    const name = path.length > 1 ? path.at(-1) : undefined
    const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Holder | undefined)?.[key], value) as
      | Holder
      | undefined
    return !(optional.has(name) && holder?.[name!] === null && delete holder[name!])
  })

// The fields that the interface marks with a question mark, except a milestone's id: the model already accepts null there.
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
