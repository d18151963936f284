import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { type ReportFlags, reporting, reportSource } from '../shared/runs/reporting.ts'
import { verb } from '../shared/verbs/index.ts'
import { findMilestone } from './status.ts'

/** Adds `milestones report`: all runs of a milestone, and whether it is ready, as a page, a text or a picture. */
export const defineMilestoneReport = (group: Command, context: Context): void => {
  const command = verb(group, 'report <milestone>', {
    summary: 'Write a report of a milestone: whether it is ready, its runs, what failed and why',
    examples: [
      'testctl milestones report WEB-M1',
      'testctl milestones report WEB-M1 --html release.html --badge release.svg',
    ],
  })
  const read = async (typed: string, flags: ReportFlags) => {
    const { milestone, runs } = await findMilestone(context, typed)
    const { readMilestoneReport } = await context.report()
    const { api, project, reading } = await reportSource(context, flags, milestone.identifier)
    return readMilestoneReport(api, { milestone, runs, project }, reading)
  }
  reporting(command, context, { read })
}
