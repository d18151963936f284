import { createHash } from 'node:crypto'
import { isDamaged } from '../case-texts.ts'
import type { UpdateOptions } from '../index.ts'
import { canonicalJson } from './canonical-json.ts'

// An update that is computed from what was read is right for that alone. The interface has no update on a condition, so that a header
// of our own says it, which another service ignores. Both ends compute the tag in it from what the answer has. DECISIONS 421

/** The header of an update that is only done where its resource still has what this tag was made of. */
export const preconditionHeader = 'x-if-unchanged'

type CaseSays = { readonly [Field in 'name' | 'preconditions' | 'steps' | 'customFields']?: unknown }

/** The condition of an update that is computed from a case; none of a case that could not be read as it is, whose tag is another. */
export const ifUnchanged = (row: CaseSays): UpdateOptions => (isDamaged(row) ? {} : { unchanged: tagOfCase(row) })

/** The tag of all that a case says. */
export const tagOfCase = (row: CaseSays): string => tagOf([row.name, row.preconditions, row.steps, row.customFields])

/** The tag of the runs that a milestone has, in any order. */
export const tagOfRuns = (ids: readonly string[]): string => tagOf([...ids].sort())

const tagOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('base64url')
