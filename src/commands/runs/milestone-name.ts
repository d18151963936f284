import type { Context } from '../../composition/context.ts'
import { formatIdentifier } from '../../contract/identifiers.ts'
import { once } from '../../system/async/once.ts'
import type { Resource } from '../../output/cells/row.ts'
import { findProject } from '../shared/input/project.ts'
import { listAll } from '../shared/input/list-all.ts'

/**
 * Names the milestone of a run by its identifier, which the interface gives as an id: the milestones of the project are read when
 * the first run has one. One that cannot be found keeps its id. DECISIONS 184
 */
export const withMilestone = (
  context: Context,
  { projectId, identifier: project }: { projectId: string; identifier: string },
): ((run: Resource) => Promise<Resource>) => {
  const names = once(async () => {
    const found = new Map<string, string>()
    for await (const { id, displayId } of listAll(context, 'milestones', projectId).rows)
      found.set(id, formatIdentifier({ project, noun: 'milestones', displayId: Number(displayId) }))
    return found
  })
  return async (run) => {
    const id = run['milestoneId']
    if (typeof id !== 'string' || id === '') return run
    return { ...run, milestone: (await names()).get(id) ?? id }
  }
}

/** The same for a run that was named alone; its project is looked up where the run has a milestone. */
export const nameMilestone = async (
  context: Context,
  run: Resource,
  project: string | undefined,
): Promise<Resource> => {
  if (typeof run['milestoneId'] !== 'string') return run
  const { id: projectId, identifier } = await findProject(context, project)
  return withMilestone(context, { projectId, identifier })(run)
}
