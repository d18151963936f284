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

/** One that was found. */
export type PresentResource = NamedResource & { id: string }

/** Whether one is named, and not stdin or a range, which may be one or many: the form of the answer follows from that. */
export const isSingle = async (context: Context, noun: NumberedNoun, typed: readonly string[]): Promise<boolean> => {
  const [first = '-', ...others] = typed
  return others.length === 0 && first !== '-' && (await readRange(context, noun, first)) === undefined
}

/** Whether what was typed stands for so few that to look each of them up costs little; what is on stdin may be many. */
export const areFew = async (context: Context, noun: NumberedNoun, typed: readonly string[]): Promise<boolean> => {
  if (typed.includes('-')) return false
  const ranges = await Promise.all(typed.map((one) => readRange(context, noun, one)))
  return ranges.reduce((sum, range) => sum + (range ? range.to - range.from + 1 : 1), 0) <= mostLookedUp
}

// To change or read several, and go on where one is not there: findEach. To name them in a request, which needs all of them:
// requireEach, requireIds, requireId. What takes no range and no stdin: requireOne in references.ts.

/**
 * Finds several by what was typed: identifiers, ids, names of runs and milestones, ranges, and `-` for those on stdin. Each
 * is given once, in order; a missing one has its error. What cannot be an ID is a UsageError before the service is asked.
 * With `warns`, a warning counts those of a range that exist.
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
    // A range without any that exists counts as one that is missing.
    if (error instanceof UsageError || isKeyRefused(error) || (item.range && !(error instanceof NotFoundError)))
      throw error
    found.set(item, [{ typed: item.one, error }])
  }
  context.io.stop.throwIfAborted()
  const once = new Map(wanted.flatMap((item) => found.get(item) ?? []).map((named) => [named.id ?? named.typed, named]))
  return [...once.values()]
}

/** A key that is refused is so for each of them; what it may not read may be another matter for the next one. DECISIONS 483 */
export const isKeyRefused = (error: unknown): boolean => error instanceof UnauthorizedError && error.status === 401

/** Those of many that are typed as identifiers, by these, as far as the lists of their projects name them in fewer requests. */
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

/** The ids of several, all of the given project where it is known; as `requireEach`. */
export const requireIds = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<string[]> => (await requireEach(context, noun, { typed, project })).map(({ id }) => id)

/** The id of one. A range, however many of it exist, and stdin with several or none is a UsageError. DECISIONS 159 */
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

/** Several, with their identifiers as far as they were read; a NotFoundError names those that are not there. */
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

/** The error for those that were not found: several are counted, and each is in the issues. DECISIONS 251 */
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
