import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { relations } from '../../contract/vocabulary.ts'
import { checkKinds, findProject } from '../shared/input/references.ts'
import { findIds, findMany, isSingle } from '../shared/input/many.ts'
import { checkName, chooseRelations, someOf } from '../shared/input/choices.ts'
import { counted, lengthOf } from '../../output/text/count.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { changeMany } from '../shared/verbs/many.ts'
import { identified, type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { defineMilestoneReport } from './report.ts'
import { defineMilestoneStatus } from './status.ts'
import { getVerb, subjectName } from '../shared/verbs/get.ts'
import { collectList, verb } from '../shared/verbs/index.ts'

export const defineMilestones = (group: Command, context: Context): void => {
  listVerb(group, 'list', {
    summary: 'List the milestones of a project',
    relations: relations.milestones.list,
    examples: ['testctl milestones list -p WEB', 'testctl milestones list -p WEB --relations test_runs --json'],
  }).action(async (flags: ListFlags) => {
    const chosen = chooseRelations(flags.relations, relations.milestones.list)
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
      const { id: projectId, identifier } = await findProject(context)
      const testRunIds = await findIds(context, 'runs', { typed: flags.runs ?? [], project: identifier })
      const api = await context.api()
      const { milestone } = await api.milestones.create({ projectId, name: flags.name, testRunIds })
      const row = identified('milestones', identifier, milestone)
      await (
        await context.printer()
      ).changed('milestones', row, `Created milestone ${String(row['identifier'])}: ${flags.name}`)
    })

  verb(group, 'update <milestone...>', {
    summary: 'Change a milestone',
    aliases: ['edit'],
    changes: 'writes',
    examples: [
      "testctl milestones update WEB-M1 --name 'Release 1.1'",
      'testctl milestones update WEB-M1 --runs R1,R3',
    ],
  })
    .option('--name <name>', 'its new name')
    .option('--runs <runs>', "the test runs that belong to it, replacing the current ones; '' for none", collectList)
    .action(async (typed: string[], flags: { name?: string; runs?: string[] }) => {
      someOf({ ...flags }, '--name --runs')
      checkName(flags.name)
      checkKinds('runs', flags.runs ?? [])
      const named = await findMany(context, 'milestones', typed)
      const single = await isSingle(context, 'milestones', typed)
      await changeMany(context, 'milestones', {
        named,
        single,
        // Two milestones that get the same runs take them from each other, in the order that was typed.
        concurrency: 1,
        change: async ({ id: milestoneId, project }) => {
          const testRunIds = flags.runs && (await findIds(context, 'runs', { typed: flags.runs, project }))
          const api = await context.api()
          const { milestone } = await api.milestones.update({
            milestoneId,
            ...someOf({ name: flags.name, testRunIds }, '--name'),
          })
          return identified('milestones', project, milestone)
        },
        sentence: ([row = {}, ...others]) =>
          single ? `Updated ${subjectName('milestones', row)}` : `Updated ${counted(others.length + 1, 'milestone')}`,
      })
    })

  deleteVerb(group, context, {
    noun: 'milestones',
    examples: ['testctl milestones delete WEB-M1 --yes'],
    relations: ['test_runs'],
    below: (row) => ` (${counted(lengthOf(row['testRuns']), 'test run')} of it will have none)`,
    remove: async (milestoneId) => (await context.api()).milestones.delete({ milestoneId }),
  })
  defineMilestoneStatus(group, context)
  defineMilestoneReport(group, context)
}
