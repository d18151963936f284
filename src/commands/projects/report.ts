import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { findProject } from '../shared/input/project.ts'
import { type ReportFlags, reporting, reportSource } from '../shared/runs/reporting.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `projects report`: the last runs of a project, as a page, a text or a picture. */
export const defineProjectReport = (group: Command, context: Context): void => {
  const command = verb(group, 'report [project]', {
    summary: 'Write a report of the last runs of a project: failing tests, since when, and flaky tests',
    examples: ['testctl projects report WEB', 'testctl projects report WEB --runs 10 --html web.html'],
  })
  const read = async (typed: string | undefined, flags: ReportFlags) => {
    const { id, identifier, name } = await findProject(context, typed)
    const { readProjectReport } = await context.report()
    const { api, reading } = await reportSource(context, flags)
    return readProjectReport(api, { id, identifier, name: String(name) }, reading)
  }
  reporting(command, context, { trend: true, read })
}
