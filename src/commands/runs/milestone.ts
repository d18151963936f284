import type { Context } from '../../composition/context.ts'
import type { Api } from '../../contract/index.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { readPages } from '../../contract/pagination.ts'
import { tagOfRuns } from '../../contract/precondition/index.ts'
import { InterfaceError } from '../../errors.ts'
import { untilUnchanged } from '../../system/async/until-unchanged.ts'
import { findProject } from '../shared/input/project.ts'

type Run = { id: string; identifier: string; project: string }

/**
 * Takes a run off its milestone, and returns the id of the milestone, if it had one. An update of a run cannot clear its milestone in
 * the interface. So the milestone is given its other runs; tries again if others changed them meanwhile. DECISIONS 162, 422
 */
export const removeFromMilestone = async (
  context: Context,
  { id, identifier, project }: Run,
): Promise<string | undefined> => {
  const api = await context.api()
  return untilUnchanged(async () => {
    const { milestoneId } = (await api.runs.get({ identifier })).testRun
    if (!milestoneId) return undefined
    const { id: projectId } = await findProject(context, project)
    const runs = await readRuns(api, milestoneId, { projectId, project })
    if (!runs)
      throw new InterfaceError(`the service does not say which runs the milestone of ${identifier} has`, {
        hint: 'tell the operator of the service; -v shows the requests',
      })
    const testRunIds = runs.filter((one) => one !== id)
    await answerIfRead(api.milestones.update({ milestoneId, testRunIds }, { unchanged: tagOfRuns(runs) }))
    return milestoneId
  }, context.io)
}

/** Returns the ids of the runs of a milestone; undefined if the service does not list them. */
const readRuns = async (
  api: Api,
  milestoneId: string,
  { projectId, project }: { projectId: string; project: string },
): Promise<string[] | undefined> => {
  const listing = readPages(async (page) => {
    const { milestones, pagination } = await api.milestones.list({ projectId, ...page })
    return { rows: milestones, pagination }
  })
  for await (const { id, displayId } of listing.rows) {
    if (id !== milestoneId) continue
    const identifier = `${project}-M${displayId}`
    const { milestone } = await api.milestones.get({ identifier, relations: ['test_runs'] })
    return milestone.testRuns?.map((one) => one.id)
  }
  return undefined
}
