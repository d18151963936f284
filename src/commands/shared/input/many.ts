import type { Context } from '../../../composition/context.ts'
import { parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { NotFoundError, UnauthorizedError, UsageError } from '../../../errors.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { batch } from '../../../system/async/batch.ts'
import { findListed, findRange, mayBeListed, mostLookedUp, type NamedResource } from './find-range.ts'
import { type IdRange, readRange } from './ranges.ts'
import { checkKind, getByIdentifier, refer } from './references.ts'
import { refuseStrayWords } from './stray-words.ts'
import { readIds } from './text.ts'

/** A resource that was found. */
export type PresentResource = NamedResource & { id: string }

/** Whether exactly one ID was typed, not stdin or a range, which may be many. The answer is then one object instead of a list. */
export const isSingle = async (context: Context, noun: NumberedNoun, typed: readonly string[]): Promise<boolean> => {
  const [first = '-', ...others] = typed
  return others.length === 0 && first !== '-' && (await readRange(context, noun, first)) === undefined
}

/** Whether the words stand for so few resources that looking up each costs little. IDs on stdin may be many. */
export const areFew = async (context: Context, noun: NumberedNoun, typed: readonly string[]): Promise<boolean> => {
  if (typed.includes('-')) return false
  const ranges = await Promise.all(typed.map((one) => readRange(context, noun, one)))
  return ranges.reduce((sum, range) => sum + (range ? range.to - range.from + 1 : 1), 0) <= mostLookedUp
}

// To change or read several, and go on if one is missing: findEach. To name them in a request, which needs all of them:
// requireEach, requireIds, requireId. For an ID that is neither a range nor stdin: requireOne in references.ts.

/**
 * Finds resources by the words that were typed: identifiers, ids, names of runs and milestones, ranges, and `-` for IDs on stdin.
 * Returns each once, in order; a missing one with its error. Throws a UsageError, before any of them is looked up, for a word that
 * cannot be an ID. With `warns`, warns if a part of a range is missing.
 */
export const findEach = async (
  context: Context,
  noun: NumberedNoun,
  typed: readonly string[],
  {
    beside,
    relations,
    warns = false,
  }: { beside?: string | undefined; relations?: readonly string[] | undefined; warns?: boolean } = {},
): Promise<NamedResource[]> => {
  refuseStrayWords(context, noun, typed)
  const ids = await readIds(context.io, noun, typed)
  const ranges = new Map<string, IdRange>()
  for (const one of new Set(ids)) {
    const range = await readRange(context, noun, one, beside)
    if (range) ranges.set(one, range)
    else checkKind(noun, one)
  }
  const singles = ids.filter((one) => !ranges.has(one))
  const lookUps = relations ? new Map<string, Promise<Resource>>() : await listEach(context, noun, singles, beside)
  const wanted = [...new Set(ids)].map((one) => ({ one, range: ranges.get(one) }))
  const read = await batch(
    wanted,
    async ({ one, range }) =>
      range
        ? findRange(context, noun, { range, relations, warns })
        : [await findOne(context, noun, { typed: one, beside, relations, lookUps })],
    { concurrency: 16, stop: context.io.stop, isFatal: isKeyRefused },
  )
  const found = new Map<unknown, NamedResource[]>(read.done.map(({ item, value }) => [item, value]))
  for (const { item, error } of read.failed) {
    // A range of which none exists counts as one missing resource.
    if (error instanceof UsageError || isKeyRefused(error) || (item.range && !(error instanceof NotFoundError)))
      throw error
    found.set(item, [{ typed: item.one, error }])
  }
  context.io.stop.throwIfAborted()
  const once = new Map(wanted.flatMap((item) => found.get(item) ?? []).map((named) => [named.id ?? named.typed, named]))
  return [...once.values()]
}

/** Whether the service refused the key (401), so that all requests will fail. A 403 may be about one resource only. DECISIONS 483 */
export const isKeyRefused = (error: unknown): boolean => error instanceof UnauthorizedError && error.status === 401

/** Finds many identifiers in the lists of their projects, as far as that takes fewer requests. Returns the rows by identifier. */
const listEach = async (
  context: Context,
  noun: NumberedNoun,
  typed: readonly string[],
  beside: string | undefined,
): Promise<Map<string, Promise<Resource>>> => {
  const named = new Map<string, Set<string>>()
  for (const one of mayBeListed(noun, typed.length) ? typed : []) {
    if (!parseIdentifier(one) && !parseShortIdentifier(one)) continue
    const { identifier, project } = await refer(context, noun, one, beside)
    if (identifier !== undefined) named.set(project, (named.get(project) ?? new Set()).add(identifier))
  }
  const found = new Map<string, Promise<Resource>>()
  for (const [project, identifiers] of named)
    for (const [identifier, row] of await findListed(context, noun, { identifiers: [...identifiers], project }))
      found.set(identifier, Promise.resolve(row))
  return found
}

/** Returns the ids of several, all of the given project if it is known; see `requireEach`. */
export const requireIds = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<string[]> => (await requireEach(context, noun, { typed, project })).map(({ id }) => id)

/** Returns the id of one. Throws a UsageError for any range, and for stdin with several IDs or none. DECISIONS 159 */
export const requireId = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: string; project: string | undefined },
): Promise<string> => {
  const { label, letter } = resources[noun]
  const range = await readRange(context, noun, typed, project)
  if (range)
    throw new UsageError(`${typed} is a range, and one ${label} is needed`, {
      hint: `name one, such as ${letter}${range.from}`,
    })
  const [id, ...others] = await requireIds(context, noun, { typed: [typed], project })
  if (id !== undefined && others.length === 0) return id
  throw new UsageError(
    id === undefined ? `stdin names no ${label}` : `${typed} names ${others.length + 1} ${label}s, and one is needed`,
    { hint: `name one, such as ${letter}1` },
  )
}

/** Finds several, with their identifiers as far as they are known. Throws a NotFoundError that names those that are missing. */
export const requireEach = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<PresentResource[]> => {
  if (typed.length === 0) return []
  const named = await findEach(context, noun, typed, { beside: project, warns: true })
  const missing = named.filter(({ id }) => id === undefined)
  if (missing.length > 0) throw errorOf(missing)
  return named.flatMap((one) => (one.id === undefined ? [] : [{ ...one, id: one.id }]))
}

/** Returns the error for resources that were not found: it counts several, and names up to 20 in its issues. DECISIONS 251 */
const errorOf = (missing: readonly NamedResource[]): unknown => {
  const unread = missing.find(({ error }) => !(error instanceof NotFoundError))
  const { error: first } = unread ?? missing[0]!
  if (!(first instanceof NotFoundError) || missing.length === 1) return first
  const listed = missing.slice(0, mostListed)
  return new NotFoundError(`${first.message}; and ${missing.length - 1} more`, {
    ...first.details,
    issues: listed.map(({ typed, identifier, error }) => ({
      path: identifier ?? typed,
      message: (error as Error).message,
    })),
  })
}

const mostListed = 20

const findOne = async (
  context: Context,
  noun: NumberedNoun,
  {
    typed,
    beside,
    relations,
    lookUps,
  }: {
    typed: string
    beside: string | undefined
    relations: readonly string[] | undefined
    lookUps: Map<string, Promise<Resource>>
  },
): Promise<NamedResource> => {
  const { id, identifier, project } = await refer(context, noun, typed, beside)
  if (id !== undefined) return { typed, id }
  if (beside !== undefined && beside.toUpperCase() !== project.toUpperCase())
    throw new UsageError(`${identifier} belongs to the project ${project}, not to ${beside}`, {
      hint: `all of them must be in one project: name one of ${beside}, or all of ${project}`,
    })
  const lookUp = lookUps.get(identifier) ?? getByIdentifier(context, noun, identifier, relations)
  lookUps.set(identifier, lookUp)
  return lookUp.then(
    (row) => ({ typed, identifier, project, id: String(row['id']), row }),
    (error: unknown) => {
      if (isKeyRefused(error)) throw error
      return { typed, identifier, project, error }
    },
  )
}
