import type { Context } from '../../composition/context.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'
import { TestctlError, UsageError } from '../../errors.ts'
import { once } from '../../system/async/once.ts'
import type { OutputFormat } from '../../output/printer.ts'
import type { Resource } from '../../output/cells/row.ts'
import { findProject } from '../shared/input/project.ts'
import { listAll } from '../shared/input/list-all.ts'

/**
 * Returns a function that adds the identifier of its milestone to a run; the interface gives only the id. Reads the milestones of
 * the project when the first run has one. A milestone that is not found keeps its id; if they cannot be read, warns. DECISIONS 184
 */
export const withMilestone = (
  context: Context,
  { projectId, identifier: project }: { projectId: string; identifier: string },
): ((run: Resource) => Promise<Resource>) => {
  const read = async () => {
    const found = new Map<string, string>()
    for await (const { id, displayId } of listAll(context, 'milestones', projectId).rows)
      found.set(id, formatIdentifier({ project, noun: 'milestones', displayId: Number(displayId) }))
    return found
  }
  const names = once(() => read().catch((error: unknown) => unnamed(context, error)))
  return async (run) => {
    const id = run['milestoneId']
    if (typeof id !== 'string' || id === '') return run
    return { ...run, milestone: (await names()).get(id) ?? id }
  }
}

/** Warns instead of failing the command for the sake of a name. Rethrows bugs, usage errors, a refused key and an interrupt. */
const unnamed = async (context: Context, error: unknown): Promise<ReadonlyMap<string, string>> => {
  if (!(error instanceof TestctlError) || error instanceof UsageError) throw error
  if (error.status === 401 || context.io.stop.aborted) throw error
  const printer = await context.printer()
  await printer.warn(`the milestones could not be read, and are shown by their ids: ${error.message}`)
  return new Map()
}

/**
 * Names milestones like `withMilestone`, but for runs of several projects; looks up a project when one of its runs has a milestone.
 * Leaves runs as the service sent them in formats without milestone names, such as JSON.
 */
export const milestoneNamer = (
  context: Context,
): ((run: Resource, project: string | undefined) => Promise<Resource>) => {
  const namers = new Map<string | undefined, () => Promise<ReturnType<typeof withMilestone>>>()
  return async (run, project) => {
    if (typeof run['milestoneId'] !== 'string' || !namesMilestone((await context.printer()).format)) return run
    const found = namers.get(project) ?? once(() => namerIn(context, project))
    namers.set(project, found)
    return (await found())(run)
  }
}

/** Names the milestone of a changed run, if columns or a template show it. Ignores a failure: the change must be reported in any case. */
export const changedWithMilestone = (context: Context): ReturnType<typeof milestoneNamer> => {
  const name = milestoneNamer(context)
  return async (run, project) => {
    const { format } = await context.printer()
    const { columns, dryRun } = context.flags()
    const isShown = ['csv', 'template'].includes(format) || columns !== undefined
    return isShown && !dryRun ? name(run, project).catch(() => run) : run
  }
}

const namerIn = async (context: Context, project: string | undefined): Promise<ReturnType<typeof withMilestone>> => {
  const found = await findProject(context, project).catch(
    async (error: unknown) => void (await unnamed(context, error)),
  )
  if (!found) return async (run) => ({ ...run, milestone: run['milestoneId'] })
  return withMilestone(context, { projectId: found.id, identifier: found.identifier })
}

/** Whether a format shows milestones by identifier. Formats that pass on what the service sent have the id only. */
export const namesMilestone = (format: OutputFormat): boolean => ['table', 'tsv', 'csv', 'template'].includes(format)
