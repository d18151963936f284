import type { Context } from '../../composition/context.ts'
import { answerIfRead } from '../../contract/made-changes.ts'
import { readPages } from '../../contract/pagination.ts'
import { InterfaceError } from '../../errors.ts'
import { findProject } from '../shared/input/project.ts'

type Run = { id: string; identifier: string; project: string }

/**
 * Takes a run off its milestone. An update of a run cannot: the interface has no milestone that is none. So the milestone
 * gets the runs that it had, without this one. DECISIONS 162
 */
export const takeOffMilestone = async (context: Context, { id, identifier, project }: Run): Promise<void> => {
  const api = await context.api()
  const { testRun } = await api.runs.get({ identifier })
  const { milestoneId } = testRun
  if (!milestoneId) return
  const { id: projectId } = await findProject(context, project)
  const listing = readPages(async (page) => {
    const { milestones, pagination } = await api.milestones.list({ projectId, ...page })
    return { rows: milestones, pagination }
  })
  for await (const { id: found, displayId } of listing.rows) {
    if (found !== milestoneId) continue
    const read = await api.milestones.get({ identifier: `${project}-M${displayId}`, relations: ['test_runs'] })
    const { testRuns } = read.milestone
    if (!testRuns) break
    const testRunIds = testRuns.map((one) => one.id).filter((one) => one !== id)
    await answerIfRead(api.milestones.update({ milestoneId, testRunIds }))
    return
  }
  throw new InterfaceError(`the service does not say which runs the milestone of ${identifier} has`, {
    hint: 'tell the operator of the service; -v shows the requests',
  })
}
