import { createHash } from 'node:crypto'
import { isDamaged } from '../case-texts.ts'
import type { UpdateOptions } from '../index.ts'
import { canonicalJson } from './canonical-json.ts'

// An update that is computed from a case is wrong once the case has changed. The interface has no conditional update, so a header of
// our own carries the condition; other services ignore it. Client and server compute its tag from the case. DECISIONS 421

/** The header of a conditional update: the service applies it only if its resource still has this tag. */
export const preconditionHeader = 'x-if-unchanged'

type CaseSays = { readonly [Field in 'name' | 'preconditions' | 'steps' | 'customFields']?: unknown }

/** Returns the condition of an update computed from a case; none if the case could not be read exactly, because its tag would differ. */
export const ifUnchanged = (row: CaseSays): UpdateOptions => (isDamaged(row) ? {} : { unchanged: tagOfCase(row) })

/** Returns the tag of a case, from its name, preconditions, steps and custom fields. */
export const tagOfCase = (row: CaseSays): string => tagOf([row.name, row.preconditions, row.steps, row.customFields])

/** Returns the tag of the runs of a milestone; their order does not matter. */
export const tagOfRuns = (ids: readonly string[]): string => tagOf([...ids].sort())

const tagOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('base64url')
