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

/** One of several resources that were typed: with its id and row if they were read, or with the error if it was not found. */
export type NamedResource = {
  typed: string
  identifier?: string | undefined
  project?: string | undefined
  id?: string | undefined
  row?: Resource
  error?: unknown
}

type Asked = { relations: readonly string[] | undefined }

/** Up to this many are looked up one by one; for more, the list of the project is read. */
export const mostLookedUp = 50

// A page of a thousand rows takes as long as this many lookups, several of which run at once.
const lookUpsPerPage = 50

/** Returns those of a range that exist; `warns` if some are missing. Throws a NotFoundError if none exists. DECISIONS 159 */
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

/** Whether to read the list of a project for this many resources. Tests have no list of a project. */
export const mayBeListed = (noun: NumberedNoun, count: number): noun is Listed =>
  noun !== 'tests' && count > mostLookedUp

/**
 * Finds many identifiers of a project in its list; stops when the pages that are left would take longer than lookups. The caller
 * looks up those that are not in the result: all of them, if the lists are refused or cannot be read. DECISIONS 446
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
    // With an invalid key, lookups would fail, too.
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
  // A project that differs in spelling may not be the one of the identifiers.
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

// Fields that a service may leave out of its lists, because they are long or have to be counted.
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
