import type { Context } from '../../../composition/context.ts'
import { findService } from '../../../config/service.ts'
import { parseIdentifier } from '../../../contract/identifiers.ts'
import { readPages } from '../../../contract/pagination.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import type { Resource } from '../../../output/cells/row.ts'

type FoundProject = Resource & { id: string; identifier: string }

/**
 * Finds a project by its id or identifier; without `typed`, the one that is set. Throws a UsageError if several have the identifier.
 * Reads pages only until one has it; with `every`, before the project itself is changed, reads all pages. DECISIONS 432
 */
export const findProject = async (
  context: Context,
  typed?: string,
  { every = false }: { every?: boolean } = {},
): Promise<FoundProject> => {
  const wanted =
    typed ??
    (await requireDefault(context, 'which project?', {
      hint: 'give --project PROJ, set TESTCTL_PROJECT, or: testctl config set project PROJ',
    }))
  const api = await context.api()
  const listing = readPages(async (page) => {
    const { projects, pagination } = await api.projects.list(page)
    return { rows: projects, pagination }
  })
  const folded = wanted.toUpperCase()
  const exact: FoundProject[] = []
  const near: FoundProject[] = []
  let named: string | undefined
  for await (const page of listing.pages) {
    for (const project of page) {
      if (project.id === wanted) return project
      if (project.identifier === wanted) exact.push(project)
      else if (project.identifier.toUpperCase() === folded) near.push(project)
      else if (project.name.toUpperCase() === folded) named ??= project.identifier
    }
    if (exact.length > 0 && !every) break
  }
  const [found, ...others] = exact.length > 0 ? exact : near
  if (found && others.length > 0) throw ambiguous(wanted, [found, ...others])
  if (found) return found
  throw new NotFoundError(`there is no project ${wanted}`, {
    hint: named === undefined ? 'testctl projects list' : `did you mean ${named}?`,
  })
}

const ambiguous = (wanted: string, projects: readonly FoundProject[]): UsageError => {
  const each = projects.map(({ id, name }) => `${JSON.stringify(name)} with the id ${id}`)
  return new UsageError(`${projects.length} projects have the identifier ${wanted}: ${each.slice(0, 5).join(', ')}`, {
    hint: 'give the id of one of them in its place',
  })
}

/** Finds the project that is set; if none is, that of the first of these that is typed in full: WEB of `WEB-R7`. DECISIONS 273 */
export const findProjectBeside = async (
  context: Context,
  typed: readonly (string | undefined)[],
): ReturnType<typeof findProject> => {
  const [named] = typed.flatMap((one) => (one === undefined ? [] : (parseIdentifier(one)?.project ?? [])))
  return findProject(context, (await defaultProject(context)) ?? named)
}

/** Returns the project that is set: by `--project`, the environment or a file; undefined if none is. */
export const defaultProject = async (context: Context): Promise<string | undefined> =>
  (await context.settings.find('project'))?.value

/** Returns the project that is set. Throws a UsageError if none is; if no service is set either, the error is about the service. */
const requireDefault = async (context: Context, message: string, details: { hint: string }): Promise<string> => {
  const project = await defaultProject(context)
  if (project !== undefined) return project
  await findService(context)
  throw new UsageError(message, details)
}

/** Returns the identifier of the project of a short form such as `C1`: the one that is set. */
export const projectOfShortForm = async (context: Context, typed: string): Promise<string> => {
  const project = await requireDefault(context, `${typed} needs a project`, {
    hint: `write it in full, such as WEB-${typed.toUpperCase()}, or give --project WEB`,
  })
  // A default project may be given by its id; an identifier needs its identifier.
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(project) ? project : spellingOf(context, project)
}

const spellings = new WeakMap<Context, Map<string, Promise<string>>>()

/** Returns the identifier of a project as the service spells it; looks up each project once. */
const spellingOf = (context: Context, typed: string): Promise<string> => {
  const known = spellings.get(context) ?? new Map<string, Promise<string>>()
  spellings.set(context, known)
  const spelled = known.get(typed) ?? findProject(context, typed).then(({ identifier }) => identifier)
  known.set(typed, spelled)
  return spelled
}

/**
 * Returns the identifier of a project as the service spells it, whatever case it was typed in. Takes capitals as they are, without
 * a request. DECISIONS 179
 */
export const canonicalProject = async (context: Context, typed: string): Promise<string> => {
  if (typed === typed.toUpperCase()) return typed
  return spellingOf(context, typed).catch((error: unknown) => {
    // The request that follows fails, and its error says what is missing.
    if (error instanceof NotFoundError) return typed
    throw error
  })
}

/** Throws that the project does not exist, instead of an error about something in it; ignores any other error. */
export const refuseUnknownProject = (context: Context, project: string, status?: number): Promise<void> =>
  spellingOf(context, project).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof NotFoundError) throw new NotFoundError(error.message, { ...error.details, status })
    },
  )
