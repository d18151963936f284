import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { relations } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { checkKind, find, findAll, findProject } from '../shared/input/references.ts'
import { chooseRelations, someOf } from '../shared/input/choices.ts'
import { counted } from '../../output/text/count.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { defineDiff } from './diff.ts'
import { identified, type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { nounsListed, getVerb } from '../shared/verbs/get.ts'
import { defineRunReport } from './report.ts'
import { defineStatus } from './status.ts'
import { defineSubmit } from './submit.ts'
import { defineUndo } from './undo.ts'
import { collectList, verb } from '../shared/verbs/index.ts'
import { defineWait } from './wait.ts'
import { defineWatch } from './watch/index.ts'

type Fields = { name?: string; milestone?: string; addCase?: string[]; removeCase?: string[] }

export const defineRuns = (group: Command, context: Context): void => {
  listVerb(group, 'list', {
    summary: 'List the test runs of a project',
    relations: relations.runs.list,
    examples: [
      'testctl runs list -p WEB',
      `testctl runs list -p WEB --json | jq -r '.[] | "\\(.name) \\(.results.passed)/\\(.results.total)"'`,
    ],
  }).action(async (flags: ListFlags) => {
    const chosen = chooseRelations(flags.relations, relations.runs.list)
    const { id: projectId, identifier } = await findProject(context)
    const api = await context.api()
    await printList(context, 'runs', {
      flags,
      project: identifier,
      read: async (page) => {
        const { testRuns, pagination } = await api.runs.list({
          projectId,
          ...page,
          ...(chosen && { relations: chosen }),
        })
        return { rows: testRuns, pagination }
      },
    })
  })

  getVerb(group, context, {
    noun: 'runs',
    summary: 'Show one test run with its results',
    examples: ['testctl runs get WEB-R7', 'testctl runs get WEB-R7 --relations tests'],
  })

  verb(group, 'create', {
    summary: 'Create a test run, with a test for each of the cases',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: [
      'testctl runs create -p WEB --name "CI $SHA" --cases C1,C2 --milestone M2',
      'testctl runs create -p WEB --name Nightly --all-cases',
    ],
  })
    .requiredOption('--name <name>', 'its name')
    .option('--cases <cases>', 'the cases to run, comma-separated', collectList)
    .option('--all-cases', 'every case of the project')
    .option('--milestone <milestone>', 'the milestone that it belongs to')
    .action(async (flags: { name: string; cases?: string[]; allCases?: boolean; milestone?: string }) => {
      if (flags.cases && flags.allCases) throw new UsageError('--cases and --all-cases exclude each other')
      const cases = flags.cases ?? []
      const milestones = flags.milestone === undefined ? [] : [flags.milestone]
      for (const one of cases) checkKind('cases', one)
      for (const one of milestones) checkKind('milestones', one)
      const { id: projectId, identifier: project } = await findProject(context)
      const [[milestoneId], caseIds] = await Promise.all([
        findAll(context, 'milestones', { typed: milestones, project }),
        flags.allCases ? idsOf(context, projectId) : findAll(context, 'cases', { typed: cases, project }),
      ])
      const api = await context.api()
      const { testRun } = await api.runs.create({
        projectId,
        name: flags.name,
        caseIds,
        ...(milestoneId !== undefined && { milestoneId }),
      })
      const row = identified('runs', project, testRun)
      const tests = counted(testRun.results?.total ?? new Set(caseIds).size, 'test')
      const sentence = `Created test run ${String(row['identifier'])}: ${flags.name} (${tests})`
      await (await context.printer()).changed('runs', row, sentence)
    })

  verb(group, 'update <run>', {
    summary: 'Change a test run, or the cases in it',
    aliases: ['edit'],
    changes: 'writes',
    examples: [
      "testctl runs update WEB-R1 --name 'Release 2.0'",
      'testctl runs update WEB-R1 --add-case C3,C4 --remove-case C1',
    ],
  })
    .option('--name <name>', 'its new name')
    .option('--milestone <milestone>', 'the milestone that it belongs to')
    .option('--add-case <cases>', 'cases to add a test for, comma-separated', collectList)
    .option('--remove-case <cases>', 'cases whose test to remove, comma-separated', collectList)
    .action(async (typed: string, flags: Fields) => {
      someOf({ ...flags }, '--name --milestone --add-case --remove-case')
      const milestones = flags.milestone === undefined ? undefined : [flags.milestone]
      for (const one of [...(flags.addCase ?? []), ...(flags.removeCase ?? [])]) checkKind('cases', one)
      for (const one of milestones ?? []) checkKind('milestones', one)
      const { id: testRunId, project } = await find(context, 'runs', typed)
      const ids = async (noun: 'cases' | 'milestones', typedIds?: string[]) =>
        typedIds && findAll(context, noun, { typed: typedIds, project })
      const [caseIdsToAdd, caseIdsToRemove, milestone] = await Promise.all([
        ids('cases', flags.addCase),
        ids('cases', flags.removeCase),
        ids('milestones', milestones),
      ])
      const fields = { name: flags.name, milestoneId: milestone?.[0], caseIdsToAdd, caseIdsToRemove }
      const api = await context.api()
      const { testRun } = await api.runs.update({ testRunId, ...someOf(fields, '--name') })
      await (await context.printer()).changed('runs', identified('runs', project, testRun), `Updated test run ${typed}`)
    })

  deleteVerb(group, context, {
    noun: 'runs',
    examples: ['testctl runs delete WEB-R2 --yes'],
    below: (row) => {
      const total = (row['results'] as { total?: number } | undefined)?.total
      return ` with ${total === undefined ? 'its tests' : counted(total, 'test')} and all comments on them`
    },
    remove: async (testRunId) => (await context.api()).runs.delete({ testRunId }),
  })

  defineSubmit(group, context)
  defineUndo(group, context)
  defineStatus(group, context)
  defineWait(group, context)
  defineWatch(group, context)
  defineDiff(group, context)
  defineRunReport(group, context)
}

const idsOf = async (context: Context, projectId: string): Promise<string[]> => {
  const ids: string[] = []
  for await (const { id } of nounsListed(context, 'cases', projectId).rows) ids.push(id)
  return ids
}
