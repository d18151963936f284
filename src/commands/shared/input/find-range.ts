import type { Context } from '../../../composition/context.ts'
import { type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { NotFoundError, TestctlError } from '../../../errors.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { batch } from '../../../system/async/batch.ts'
import { listAll, listWhole } from './list-all.ts'
import { listLine } from './mistyped-identifier.ts'
import { findProject, refuseUnknownProject } from './project.ts'
import { type IdRange, identifiersIn } from './ranges.ts'
import { getByIdentifier } from './references.ts'

/** One of several that were named, with its id and row as far as they were read, or with the reason why it was not found. */
export type NamedResource = {
  typed: string
  identifier?: string | undefined
  project?: string | undefined
  id?: string | undefined
  row?: Resource
  error?: unknown
}

type Asked = { relations: readonly string[] | undefined }

/** No more than these are looked up one by one; of more the list is read. */
export const mostLookedUp = 50

// A page of a thousand rows takes as long as so many look-ups, which are done several at once.
const lookUpsPerPage = 50

/** Those of a range that exist; with `warns`, a warning counts them if some are missing. None at all is a NotFoundError. DECISIONS 159 */
export const findRange = async (
  context: Context,
  noun: NumberedNoun,
  { range, relations, warns }: Asked & { range: IdRange; warns: boolean },
): Promise<NamedResource[]> => {
  const { project, from, to } = range
  const isListed = noun !== 'tests' && to - from >= mostLookedUp
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
  await refuseUnknownProject(context, project)
  throw new NotFoundError(`there is no ${label} from ${numbers}`, {
    hint: listLine(noun, project),
  })
}

/** Whether so many of these are worth a look into the list of their project. Tests have none. */
export const mayBeListed = (noun: NumberedNoun, count: number): noun is Listed =>
  noun !== 'tests' && count > mostLookedUp

/**
 * Those of many identifiers of a project that its list has, as long as a page of that names so many that they are worth it. Those that
 * are not among them are to be looked up: all of them, where the service refuses its lists or has none that can be read. DECISIONS 446
 */
export const findListed = async (
  context: Context,
  noun: NumberedNoun,
  wanted: { identifiers: readonly string[]; project: string },
): Promise<Map<string, Resource>> => {
  const found = new Map<string, Resource>()
  if (!mayBeListed(noun, wanted.identifiers.length)) return found
  try {
    for await (const [identifier, row] of readListed(context, noun, wanted)) found.set(identifier, row)
  } catch (error) {
    context.io.stop.throwIfAborted()
    // A key that is not valid reads nothing else either.
    if (!(error instanceof TestctlError) || error.status === 401) throw error
  }
  return found
}

const readListed = async function* (
  context: Context,
  noun: Listed,
  { identifiers, project }: { identifiers: readonly string[]; project: string },
): AsyncGenerator<[string, Resource]> {
  const { id: projectId, identifier: spelled } = await findProject(context, project)
  // One that is only alike may not be what the identifiers are of.
  if (spelled !== project) return
  const missing = new Set(identifiers)
  const listing = listAll(context, noun, projectId)
  let read = 0
  for await (const rows of listing.pages) {
    read += rows.length
    for (const row of rows) {
      const identifier = `${project}-${resources[noun].letter}${String(row['displayId'])}`
      if (isWhole(noun, row) && missing.delete(identifier)) yield [identifier, row]
    }
    const pagesLeft = ((listing.total() ?? 0) - read) / Math.max(1, rows.length)
    if (pagesLeft * lookUpsPerPage > missing.size || missing.size === 0) return
  }
}

type Listed = Exclude<NumberedNoun, 'tests'>

// A service may leave out of its lists what is long, or has to be counted.
const fieldsOf: Record<Listed, readonly string[]> = {
  cases: ['preconditions', 'steps', 'customFields'],
  runs: ['results'],
  milestones: [],
}

const isWhole = (noun: Listed, row: Resource): boolean => fieldsOf[noun].every((name) => row[name] !== undefined)

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
  return done.map(({ value }) => value)
}

const pickListed = async (context: Context, noun: Listed, { project, from, to }: IdRange): Promise<NamedResource[]> => {
  const { id: projectId, identifier: name } = await findProject(context, project)
  const make = (row: Resource & { id: string }): NamedResource | undefined => {
    const { id, displayId } = row
    if (typeof displayId !== 'number' || displayId < from || displayId > to) return undefined
    const identifier = `${name}-${resources[noun].letter}${displayId}`
    return { typed: identifier, identifier, project: name, id, row: { identifier, ...row } }
  }
  return listWhole(context, noun, { projectId, make })
}
