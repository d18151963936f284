import type { Context } from '../../../composition/context.ts'
import { formatIdentifier } from '../../../contract/identifiers.ts'
import { NotFoundError, UsageError } from '../../../errors.ts'
import { quoteWord } from '../../../system/shell-line.ts'
import { defaultProject, findProject } from '../input/project.ts'
import { getByIdentifier, refer } from '../input/references.ts'
import { requireId } from '../input/many.ts'
import { fillRunName } from '../runs/fill-name.ts'
import { checkRunId } from '../runs/find.ts'
import type { IntoNewRun, IntoRun } from '../../../submission/options.ts'
import type { Policy } from '../../../submission/plan/policy.ts'
import type { Replay } from '../../../submission/journal/index.ts'

/** The flags that say where results go. */
export type DestinationFlags = {
  run?: string
  name?: string
  reuse?: boolean
  milestone?: string
  createCases?: boolean
  unmatched?: Policy['unmatched']
}

/** The run that results go into; `target` and `project` describe it in a journal. */
export type Destination = { into: IntoRun | IntoNewRun; target: string; project: string | undefined }

/** Checks that the flags name exactly one destination. Throws a UsageError if not. */
export const checkDestination = ({ run, name, milestone, reuse }: DestinationFlags): void => {
  if (run === undefined && name === undefined)
    throw new UsageError('into which run?', {
      hint: "give --run WEB-R7 for an existing one, or --name 'CI {date}' for a new one",
    })
  if (run !== undefined && name !== undefined)
    throw new UsageError('--run and --name exclude each other', { hint: 'leave one of them out' })
  if (name === '') throw new UsageError('a test run needs a name', { hint: '--name "CI 123"' })
  if (milestone !== undefined && name === undefined)
    throw new UsageError('--milestone is for a new run', {
      hint: `testctl runs update ${quoteWord(run ?? '')} --milestone ${quoteWord(milestone)}`,
    })
  if (reuse && name === undefined)
    throw new UsageError('--reuse goes with --name', { hint: '--run WEB-R7 always takes an existing run' })
}

type Earlier = Pick<Replay, 'begin' | 'run'> | undefined

/**
 * Looks up the run, or the project and milestone, that the flags name. A try that is resumed keeps the project and the run of the
 * `earlier` one, or the name of the run to create. DECISIONS 562
 */
export const destinationOf = (context: Context, flags: DestinationFlags, earlier?: Earlier): Promise<Destination> =>
  flags.run === undefined ? intoNewRun(context, flags, earlier) : intoRun(context, flags.run, { ...flags, earlier })

const intoNewRun = async (
  context: Context,
  { name: template = '', milestone, reuse }: DestinationFlags,
  earlier: Earlier,
): Promise<Destination> => {
  // Placeholders such as {time} and {branch} may mean something else by now.
  const name = earlier?.begin.target.startsWith(named)
    ? earlier.begin.target.slice(named.length)
    : await fillRunName(context, template)
  const { id, identifier } = await findProject(context, earlier?.begin.project)
  const milestoneId =
    milestone === undefined
      ? undefined
      : await requireId(context, 'milestones', { typed: milestone, project: identifier })
  return {
    into: { newRun: { name, milestoneId, reuse }, project: { id, identifier } },
    target: `${named}${name}`,
    project: identifier,
  }
}

const named = 'the run named '

const intoRun = async (
  context: Context,
  typed: string,
  { createCases, unmatched, earlier }: DestinationFlags & { earlier: Earlier },
): Promise<Destination> => {
  const creates = createCases === true || unmatched === 'create'
  const { begin, run: known } = earlier ?? {}
  const { displayId } = known ?? {}
  if (known && displayId === undefined) return intoRunById(context, known.id, { creates, earlier })
  // The run may have another name by now, and the default project may be another one.
  const beside = begin?.project
  const again = beside && displayId ? formatIdentifier({ project: beside, noun: 'runs', displayId }) : typed
  const { identifier, project } = await refer(context, 'runs', again, beside).catch(rethrowWithName(typed))
  if (identifier === undefined) return intoRunById(context, typed, { creates, earlier })
  const row = await getByIdentifier(context, 'runs', identifier)
  const run = { id: String(row['id']), name: String(row['name']), displayId: Number(row['displayId']) }
  return {
    into: { run, project: creates ? await findProject(context, project) : { identifier: project } },
    target: `the run ${run.id}`,
    project,
  }
}

/** Returns a handler that adds to the hint for an unknown name of a run how to create the run. Rethrows the error. */
const rethrowWithName =
  (typed: string) =>
  (error: unknown): never => {
    if (!(error instanceof NotFoundError) || !error.hint?.startsWith('testctl runs list')) throw error
    throw new NotFoundError(error.message, {
      ...error.details,
      hint: `to create it: --name ${quoteWord(typed)} instead of --run; those that exist: ${error.hint}`,
    })
  }

/** Looks up a run by its own id, which does not show its project. Checks that it is in the set project, if one is set or needed. */
const intoRunById = async (
  context: Context,
  id: string,
  { creates, earlier }: { creates: boolean; earlier: Earlier },
): Promise<Destination> => {
  const run = { id, name: '', displayId: undefined }
  const target = `the run ${id}`
  const inProject = earlier ? earlier.begin.project : await defaultProject(context)
  if (!creates && inProject === undefined) {
    await checkRunId(context, id)
    return { into: { run, project: {} }, target, project: undefined }
  }
  const project = await findProject(context, inProject)
  const { projectHasRun } = await context.submission()
  if (!(await projectHasRun(await context.api(), project.identifier, id)))
    throw new UsageError(`the run ${id} is not one of the project ${project.identifier}`, {
      hint: 'name the run by its identifier, such as WEB-R7, or its project with --project',
    })
  return { into: { run, project }, target, project: project.identifier }
}
