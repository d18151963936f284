import type { Context } from '../../composition/context.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'
import { TestctlError, UsageError } from '../../errors.ts'
import { once } from '../../system/async/once.ts'
import type { OutputFormat } from '../../output/printer.ts'
import type { Resource } from '../../output/cells/row.ts'
import { findProject } from '../shared/input/project.ts'
import { listAll } from '../shared/input/list-all.ts'

/**
 * Names the milestone of a run by its identifier, which the interface gives as an id: the milestones of the project are read when
 * the first run has one. One that cannot be found keeps its id; where the milestones cannot be read, a warning says so. DECISIONS 184
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

/** A name is not worth the failure of the whole: only a key that is refused and an interrupt end it. */
const unnamed = async (context: Context, error: unknown): Promise<ReadonlyMap<string, string>> => {
  if (!(error instanceof TestctlError) || error instanceof UsageError) throw error
  if (error.status === 401 || context.io.stop.aborted) throw error
  const printer = await context.printer()
  await printer.warn(`the milestones could not be read, and are shown by their ids: ${error.message}`)
  return new Map()
}

/**
 * The same for runs that were named one by one, whose project is looked up where a run has a milestone; in JSON they stay as the
 * service sent them.
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

/** The same for a changed run: a pipe gets its identifier alone, or columns. That it changed is reported in any case. */
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

/** Whether a form names milestones. What is passed on as the service sent it has the id only. */
export const namesMilestone = (format: OutputFormat): boolean => ['table', 'tsv', 'csv', 'template'].includes(format)
