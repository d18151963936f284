import type { Context } from '../../../composition/context.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { batch } from '../../../system/async/batch.ts'
import { listAll } from './list-all.ts'
import { type IdRange, identifiersIn, readRange } from './ranges.ts'
import { listLine } from './mistyped-identifier.ts'
import { findProject } from './project.ts'
import { checkKind, getByIdentifier, refer } from './references.ts'
import { readIds } from './text.ts'

/** One of several that were named, with its id and row as far as they were read, or with the reason why it was not found. */
export type NamedResource = {
  typed: string
  identifier?: string | undefined
  project?: string | undefined
  id?: string | undefined
  row?: Resource
  error?: unknown
}

/** One that was found. */
export type PresentResource = NamedResource & { id: string }

/** Whether one is named, and not stdin or a range, which may be one or many: the form of the answer follows from that. */
export const isSingle = async (context: Context, noun: NumberedNoun, typed: readonly string[]): Promise<boolean> => {
  const [first = '-', ...others] = typed
  return others.length === 0 && first !== '-' && (await readRange(context, noun, first)) === undefined
}

/**
 * Finds several by what was typed: identifiers, ids, names of runs and milestones, ranges, and `-` for those on stdin. Each
 * is given once, in its order; one that is not there has its error. What cannot be an ID is a UsageError before anything is asked.
 * With `warns` it is said how many of a range there are.
 */
export const findMany = async (
  context: Context,
  noun: NumberedNoun,
  typed: readonly string[],
  {
    beside,
    relations,
    warns = false,
  }: { beside?: string | undefined; relations?: readonly string[] | undefined; warns?: boolean } = {},
): Promise<NamedResource[]> => {
  const ids = await readIds(context.io, typed)
  const ranges = new Map<string, IdRange>()
  for (const one of new Set(ids)) {
    const range = await readRange(context, noun, one, beside)
    if (range) ranges.set(one, range)
    else checkKind(noun, one)
  }
  const lookUps = new Map<string, Promise<Resource>>()
  const wanted = [...new Set(ids)].map((one) => ({ one, range: ranges.get(one) }))
  const read = await batch(
    wanted,
    async ({ one, range }) =>
      range
        ? inRange(context, noun, { range, relations, warns })
        : [await findOne(context, noun, { typed: one, beside, relations, lookUps })],
    { concurrency: 16, stop: context.io.stop },
  )
  const found = new Map<unknown, NamedResource[]>(read.done.map(({ item, value }) => [item, value]))
  for (const { item, error } of read.failed) {
    if (item.range || error instanceof UsageError) throw error
    found.set(item, [{ typed: item.one, error }])
  }
  context.io.stop.throwIfAborted()
  const once = new Map(wanted.flatMap((item) => found.get(item) ?? []).map((named) => [named.id ?? named.typed, named]))
  return [...once.values()]
}

/** The ids of several, all of the given project where it is known; the first that is not there ends it. */
export const findIds = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<string[]> => (await findPresent(context, noun, { typed, project })).map(({ id }) => id)

/** As `findIds`, with the identifiers as far as they were read. */
export const findPresent = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<PresentResource[]> => {
  if (typed.length === 0) return []
  const named = await findMany(context, noun, typed, { beside: project, warns: true })
  return named.map((one) => {
    const { id, error } = one
    if (id === undefined) throw error
    return { ...one, id }
  })
}

type Asked = { relations: readonly string[] | undefined }

const findOne = async (
  context: Context,
  noun: NumberedNoun,
  {
    typed,
    beside,
    relations,
    lookUps,
  }: Asked & { typed: string; beside: string | undefined; lookUps: Map<string, Promise<Resource>> },
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
    (error: unknown) => ({ typed, identifier, project, error }),
  )
}

// Fewer than this are looked up one by one; of more the whole list is read.
const few = 50

/** Those of a range that are there. None at all is a NotFoundError. */
const inRange = async (
  context: Context,
  noun: NumberedNoun,
  { range, relations, warns }: Asked & { range: IdRange; warns: boolean },
): Promise<NamedResource[]> => {
  const { project, from, to } = range
  const isListed = noun !== 'tests' && to - from >= few
  const listed = isListed ? await pickListed(context, noun, range) : undefined
  const identifiers = listed?.map(({ typed }) => typed) ?? identifiersIn(noun, range)
  const found = listed && !relations ? listed : await lookUp(context, noun, { identifiers, project, relations })
  const { letter, label } = resources[noun]
  const numbers = `${project}-${letter}${from} to ${letter}${to}`
  if (warns && found.length > 0 && found.length <= to - from) {
    const { warn } = await context.printer()
    await warn(`${found.length} of the ${to - from + 1} ${label}s from ${numbers} exist`)
  }
  if (found.length > 0) return found
  throw new NotFoundError(`there is no ${label} from ${numbers}`, {
    hint: listLine(noun, project),
  })
}

const lookUp = async (
  context: Context,
  noun: NumberedNoun,
  { identifiers, project, relations }: Asked & { identifiers: readonly string[]; project: string },
): Promise<NamedResource[]> => {
  const { done, failed } = await batch(
    identifiers,
    async (identifier): Promise<NamedResource> => {
      const row = await getByIdentifier(context, noun, identifier, relations)
      return { typed: identifier, identifier, project, id: String(row['id']), row }
    },
    { concurrency: 16, stop: context.io.stop, isFatal: (error) => !(error instanceof NotFoundError) },
  )
  const fatal = failed.find(({ error }) => !(error instanceof NotFoundError))
  if (fatal) throw fatal.error
  const at = new Map(identifiers.map((identifier, index) => [identifier, index]))
  return done.map(({ value }) => value).sort((one, other) => at.get(one.typed)! - at.get(other.typed)!)
}

const pickListed = async (
  context: Context,
  noun: Exclude<NumberedNoun, 'tests'>,
  { project, from, to }: IdRange,
): Promise<NamedResource[]> => {
  const { id: projectId, identifier: name } = await findProject(context, project)
  const found: NamedResource[] = []
  for await (const row of listAll(context, noun, projectId).rows) {
    const { id, displayId } = row
    if (typeof displayId !== 'number' || displayId < from || displayId > to) continue
    const identifier = `${name}-${resources[noun].letter}${displayId}`
    found.push({ typed: identifier, identifier, project: name, id, row: { identifier, ...row } })
  }
  return found
}
