import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { parseIdentifier } from '../../contract/identifiers.ts'
import { checkProjects } from './diff.ts'
import { addNameFlag, chooseRun, findRun } from '../shared/runs/find.ts'
import { type ReportFlags, reporting, reportSource } from '../shared/runs/reporting.ts'
import { verb } from '../shared/verbs/index.ts'

type Flags = ReportFlags & { name?: string; since?: string }

/** Adds `runs report`: a report of a run, as a page, a text or a picture. */
export const defineRunReport = (group: Command, context: Context): void => {
  const command = verb(group, 'report [run]', {
    summary: 'Write a report of a run to send: what failed and why, and what changed',
    examples: ['testctl runs report WEB-R7', 'testctl runs report WEB-R7 --since WEB-R2 --html report.html'],
  })
  addNameFlag(command).option('--since <run>', 'the run to compare it with')
  const read = async (typed: string | undefined, flags: Flags) => {
    // Without --since nothing is compared: the run before may be of other cases. DECISIONS 192
    const [run, since] = await Promise.all([
      chooseRun(context, typed, flags),
      flags.since === undefined ? undefined : findRun(context, flags.since, parseIdentifier(typed ?? '')?.project),
    ])
    if (since) checkProjects(since, run)
    const { readRunReport } = await context.report()
    const { api, project, reading } = await reportSource(context, flags, run.identifier)
    return readRunReport(api, { run, since, project }, reading)
  }
  reporting(command, context, { read })
}
