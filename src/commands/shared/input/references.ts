import type { Context } from '../../../composition/context.ts'
import { findService } from '../../../config/service.ts'
import { type Noun, type NumberedNoun, resources } from '../../../contract/vocabulary.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../../contract/identifiers.ts'
import type { Resource } from '../../../output/cells/row.ts'
import { readPages } from '../../../contract/pagination.ts'

/** What somebody typed, understood: an identifier with its project, or a raw id whose project is not known. */
export type Reference =
  | { identifier: string; project: string; id?: never }
  | { id: string; identifier?: never; project?: never }

/** A resource that is known by id; by project, and as it was read, where it was named by its identifier. */
export type Found = { id: string; project: string | undefined; row?: Resource }

/**
 * Understands `WEB-T12`, `T12` or a raw id, and says so when it is of another kind. The project of a short form is that
 * of what was typed beside it, else the default. The service is asked only how a project in small letters is spelled.
 */
export const refer = async (
  context: Context,
  noun: Noun,
  typed: string,
  beside?: string | undefined,
): Promise<Reference> => {
  checkKind(noun, typed)
  const full = parseIdentifier(typed)
  const short = full ? undefined : parseShortIdentifier(typed)
  if (!full && !short) return { id: typed }
  const parsed = full ?? { ...short!, project: beside ?? (await projectOfShortForm(context, typed)) }
  const project = await spelledProject(context, parsed.project)
  return { identifier: formatIdentifier({ ...parsed, project }), project }
}

const spellings = new WeakMap<Context, Map<string, Promise<string>>>()

/**
 * The identifier of a project as the service spells it, whatever case it was typed in. Capitals alone are taken as they are.
 * DECISIONS N2
 */
const spelledProject = async (context: Context, typed: string): Promise<string> => {
  if (typed === typed.toUpperCase()) return typed
  const known = spellings.get(context) ?? new Map<string, Promise<string>>()
  spellings.set(context, known)
  const spelled = known.get(typed) ?? findProject(context, typed).then(({ identifier }) => identifier)
  known.set(typed, spelled)
  return spelled.catch((error: unknown) => {
    // Then the error of what was asked for says what is missing.
    if (error instanceof NotFoundError) return typed
    throw error
  })
}

/** Throws a UsageError for what is the identifier of another kind, or neither an identifier nor an id. */
export const checkKind = (noun: Noun, typed: string): void => {
  const { said, letter } = resources[noun]
  const parsed = parseIdentifier(typed) ?? parseShortIdentifier(typed)
  const example = parsed && letter ? typed.replace(/[a-z]([0-9]+)$/i, `${letter}$1`) : `WEB-${letter}12`
  const hint = letter ? `a ${said} is written ${example}` : `testctl ${noun} --help`
  if (parsed && parsed.noun !== noun)
    throw new UsageError(`${typed} is a ${resources[parsed.noun].said}, not a ${said}`, { hint })
  if (!parsed && (almostIdentifier.test(typed) || !id.test(typed)))
    throw new UsageError(`${JSON.stringify(typed)} is neither an identifier nor an id of a ${said}`, { hint })
}

const almostIdentifier = /^[A-Za-z][A-Za-z0-9_-]*-[A-Za-z][0-9]+$/
const id = /^[A-Za-z0-9_][A-Za-z0-9_.:~-]*$/

/** The id behind what was typed: one look-up for an identifier, none for an id. DECISIONS 131 */
export const find = async (context: Context, noun: NumberedNoun, typed: string): Promise<Found> => {
  const reference = await refer(context, noun, typed)
  if (reference.id !== undefined) return { id: reference.id, project: undefined }
  const row = await getByIdentifier(context, noun, reference.identifier)
  return { id: String(row['id']), project: reference.project, row: { ...row, identifier: reference.identifier } }
}

/** Several of one kind, all of the given project where it is known; looked up side by side, each once. */
export const findAll = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<string[]> => {
  const references = await referAll(context, noun, { typed, project })
  const lookUps = new Map<string, Promise<Resource>>()
  const look = (identifier: string) => {
    const lookUp = lookUps.get(identifier) ?? getByIdentifier(context, noun, identifier)
    lookUps.set(identifier, lookUp)
    return lookUp
  }
  return Promise.all(references.map(async ({ identifier, id }) => id ?? String((await look(identifier))['id'])))
}

const referAll = async (
  context: Context,
  noun: NumberedNoun,
  { typed, project }: { typed: readonly string[]; project: string | undefined },
): Promise<Reference[]> => {
  const references = await Promise.all(typed.map((one) => refer(context, noun, one, project)))
  const stray = references.find((one) => one.project !== undefined && project && !isSameProject(one.project, project))
  if (!stray) return references
  throw new UsageError(`${stray.identifier} belongs to the project ${stray.project}, not to ${project}`, {
    hint: `what is combined must be of one project: name one of ${project}, or all of ${stray.project}`,
  })
}

/** One resource by its identifier, with the relations that were asked for. */
export const getByIdentifier = async (
  context: Context,
  noun: NumberedNoun,
  identifier: string,
  relations?: readonly string[],
): Promise<Resource> => {
  const api = await context.api()
  // The relations were checked against the vocabulary; what the compiler knows of each noun is lost in the choice.
  const read = api[noun].get as (request: object) => Promise<Record<string, unknown>>
  try {
    return (await read({ identifier, ...(relations && { relations }) }))[resources[noun].one] as Resource
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw new NotFoundError(`there is no ${resources[noun].said} ${identifier}`, {
      hint:
        noun === 'tests'
          ? 'testctl tests list <run>'
          : `testctl ${noun} list -p ${parseIdentifier(identifier)?.project}`,
      status: error.status,
      cause: error,
    })
  }
}

/** The project that was named with `--project`, or is the default. */
export const findProject = async (
  context: Context,
  typed?: string,
): Promise<Resource & { id: string; identifier: string }> => {
  const wanted = typed ?? (await defaultProject(context))
  // Whoever has set nothing needs a service first.
  if (wanted === undefined) await findService(context.settings)
  if (wanted === undefined)
    throw new UsageError('which project?', {
      hint: 'give --project PROJ, set TESTCTL_PROJECT, or: testctl config set project PROJ',
    })
  const api = await context.api()
  const listing = readPages(async (page) => {
    const { projects, pagination } = await api.projects.list(page)
    return { rows: projects, pagination }
  })
  const folded = wanted.toUpperCase()
  let near: (Resource & { id: string; identifier: string }) | undefined
  for await (const project of listing.rows) {
    if (project.identifier === wanted || project.id === wanted) return project
    if (project.identifier.toUpperCase() === folded) near ??= project
  }
  if (near) return near
  throw new NotFoundError(`there is no project ${wanted}`, { hint: 'testctl projects list' })
}

// Identifiers are read in either case. DECISIONS 4
const isSameProject = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

const defaultProject = async (context: Context): Promise<string | undefined> =>
  (await context.settings.find('project'))?.value

const projectOfShortForm = async (context: Context, typed: string): Promise<string> => {
  const project = await defaultProject(context)
  if (project === undefined) await findService(context.settings)
  if (project === undefined)
    throw new UsageError(`${typed} needs a project`, {
      hint: `write it whole, such as WEB-${typed.toUpperCase()}, or give --project WEB`,
    })
  // A default project may be given by its id; an identifier needs its identifier.
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(project) ? project : (await findProject(context, project)).identifier
}
