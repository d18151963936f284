import * as z from 'zod/mini'
import { parseShortIdentifier, projectIdentifierForm, projectIdentifierPattern } from '../identifiers.ts'

// The fields of requests. The interface shows no constraints on values; these are the embedded service's own, so they
// are checked when a request is received (wire/expose), and never when one is sent to another service. DECISIONS 8
// They are functions so that a client, which checks no requests, does not build the schemas.

/** Text that any store can hold and give back unchanged: no NUL, no half of a surrogate pair. */
const text = (minimum: number, maximum: number) =>
  z.string().check(
    z.minLength(minimum),
    z.maxLength(maximum),
    z.refine((value) => !value.includes('\0') && value.isWellFormed(), {
      error: 'must be well-formed text without NUL',
    }),
  )

/** A resource's own id, as the service gives it out. */
export const id = () =>
  z.string().check(
    z.regex(/^[A-Za-z0-9_-]{1,128}$/, {
      error: ({ input }) =>
        `${JSON.stringify(String(input).slice(0, 160))} is not an id, which has at most 128 letters, digits, _ and -`,
    }),
  )

/** An identifier such as `WEB-T12`, in either case. One that no project of ours can have (`my-app-T12`) is not found. DECISIONS 4, 180 */
export const identifier = () =>
  z
    .string()
    .check(
      z.regex(/^[A-Za-z][A-Za-z0-9_-]*-[CTRMctrm][0-9]{1,15}$/, { error: 'must be an identifier such as WEB-T12' }),
    )

/** A new identifier for a project: the `WEB` of `WEB-T12`. One such as `C1` would make `C1-C10` ambiguous. DECISIONS 4, 426 */
export const projectIdentifier = () =>
  z.string().check(
    z.regex(projectIdentifierPattern, { error: `must be ${projectIdentifierForm}` }),
    z.refine((text: string) => parseShortIdentifier(text) === undefined, {
      error: 'must not be a letter and a number that name something in a project',
    }),
  )

export const name = () => text(1, 500)
export const line = () => text(0, 200)
export const prose = () => text(0, 100_000)
export const content = () => text(1, 100_000)
export const steps = () => z.array(z.strictObject({ action: prose(), expectation: prose() })).check(z.maxLength(1000))
/** How many custom fields a case may have. */
export const mostCustomFields = 1000

export const customFields = () => {
  const fields = z.record(text(1, 200), z.unknown()).check(
    z.refine((given) => Object.keys(given).length <= mostCustomFields, {
      error: `must have at most ${mostCustomFields} fields`,
    }),
  )
  limits.add(fields, { maxProperties: mostCustomFields })
  return fields
}

/** Limits that zod can only check with a function, by the JSON Schema keyword that expresses them. */
export const limits = z.registry<{ maxProperties: number }>()

export const ids = () => z.array(id()).check(z.maxLength(100_000))

/** The filter of the list of cases: equality on every key. DECISIONS 6 */
export const customFieldsFilter = () => z.record(z.string(), z.string())

/** A comma-separated list of relation names on the wire, an array of them here. */
export const relationsField = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.optional(z.array(z.enum(names)))

/** The fields that every paginated list accepts. The service lowers a limit above the maximum. DECISIONS 5 */
export const pageFields = () => ({
  limit: z.optional(z.int().check(z.minimum(1))),
  offset: z.optional(z.int().check(z.minimum(0))),
})
