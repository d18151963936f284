import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { findProject, findProjectBeside } from '../shared/input/project.ts'
import { checkKinds } from '../shared/input/references.ts'
import { requireIds } from '../shared/input/many.ts'
import { checkName } from '../shared/input/choices.ts'
import { relationsOfList } from '../shared/verbs/relations.ts'
import { counted, countRelated } from '../../output/text/count.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { identified, type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { defineMilestoneReport } from './report.ts'
import { defineMilestoneStatus } from './status.ts'
import { defineMilestoneUpdate } from './update.ts'
import { getVerb } from '../shared/verbs/get.ts'
import { collectList, verb } from '../shared/verbs/index.ts'
import { rethrowListed } from '../shared/verbs/look-first.ts'

/** Adds the verbs of `milestones`. */
export const defineMilestones = (group: Command, context: Context): void => {
  listVerb(group, 'list', {
    summary: 'List the milestones of a project',
    examples: ['testctl milestones list -p WEB', 'testctl milestones list -p WEB --relations test_runs --json'],
  }).action(async (flags: ListFlags) => {
    const chosen = await relationsOfList(context, 'milestones', flags)
    const { id: projectId, identifier } = await findProject(context)
    const api = await context.api()
    await printList(context, 'milestones', {
      flags,
      project: identifier,
      read: async (page) => {
        const request = { projectId, ...page, ...(chosen && { relations: chosen }) }
        const { milestones, pagination } = await api.milestones.list(request)
        return { rows: milestones, pagination }
      },
    })
  })

  getVerb(group, context, {
    noun: 'milestones',
    summary: 'Show one milestone',
    examples: ['testctl milestones get WEB-M2', 'testctl milestones get WEB-M2 --relations test_runs'],
  })

  verb(group, 'create', {
    summary: 'Create a milestone',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: ["testctl milestones create -p WEB --name 'Release 2.0' --runs R1,R2"],
  })
    .requiredOption('--name <name>', 'its name')
    .option('--runs <runs>', 'the test runs that belong to it, comma-separated', collectList)
    .action(async (flags: { name: string; runs?: string[] }) => {
      checkName(flags.name)
      checkKinds('runs', flags.runs ?? [])
      const { id: projectId, identifier } = await findProjectBeside(context, flags.runs ?? [])
      const testRunIds = await requireIds(context, 'runs', { typed: flags.runs ?? [], project: identifier })
      const api = await context.api()
      const { milestone } = await api.milestones
        .create({ projectId, name: flags.name, testRunIds })
        .catch(rethrowListed('milestones', identifier))
      const row = identified('milestones', identifier, milestone)
      await (
        await context.printer()
      ).changed('milestones', row, `Created milestone ${String(row['identifier'])}: ${flags.name}`)
    })

  defineMilestoneUpdate(group, context)
  deleteVerb(group, context, {
    noun: 'milestones',
    examples: ['testctl milestones delete WEB-M1 --yes'],
    relations: ['test_runs'],
    below: (rows) =>
      ` (${counted(countRelated(rows, 'testRuns'), 'test run')} of ${rows.length > 1 ? 'them' : 'it'} will have none)`,
    remove: async (milestoneId) => (await context.api()).milestones.delete({ milestoneId }),
  })
  defineMilestoneStatus(group, context)
  defineMilestoneReport(group, context)
}
