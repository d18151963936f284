import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { findProject } from '../shared/input/project.ts'
import { relationsOfList } from '../shared/verbs/relations.ts'
import { counted, testsIn } from '../../output/text/count.ts'
import { type Define, defineVerbs, type Verbs } from '../shared/verbs/define.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { defineRunCreate } from './create.ts'
import { defineDiff } from './diff.ts'
import { defineFilter } from './filter.ts'
import { defineExecute } from './execute/index.ts'
import { type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { getVerb } from '../shared/verbs/get.ts'
import { defineRunReport } from './report.ts'
import { defineStatus } from './status.ts'
import { defineSubmit } from './submit.ts'
import { defineUndo } from './undo.ts'
import { defineRunUpdate } from './update.ts'
import { defineWait } from './wait/index.ts'
import { milestoneNamer, namesMilestone, withMilestone } from './milestone-name.ts'
import { defineWatch } from './watch/index.ts'

const defineList: Define = (group, context) => {
  listVerb(group, 'list', {
    summary: 'List the test runs of a project',
    examples: [
      'testctl runs list -p WEB',
      `testctl runs list -p WEB --json | jq -r '.[] | "\\(.name) \\(.results.passed)/\\(.results.total)"'`,
    ],
  })
    .addHelpText('after', "\nA terminal shows the newest runs first; other forms keep the service's order.")
    .action(async (flags: ListFlags) => {
      const chosen = await relationsOfList(context, 'runs', flags)
      const { id: projectId, identifier } = await findProject(context)
      const api = await context.api()
      const printer = await context.printer()
      const named = withMilestone(context, { projectId, identifier })
      await printList(context, 'runs', {
        flags,
        project: identifier,
        newestFirst: true,
        complete: namesMilestone(printer.format) ? named : undefined,
        sortedAs: flags.sort?.includes('milestone') ? named : undefined,
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
}

const verbs: Verbs = {
  list: defineList,
  get: (group, context) =>
    getVerb(group, context, {
      noun: 'runs',
      summary: 'Show one test run with its results',
      examples: ['testctl runs get WEB-R7', 'testctl runs get WEB-R7 --relations tests'],
      complete: milestoneNamer(context),
    }),
  create: defineRunCreate,
  update: defineRunUpdate,
  delete: (group, context) =>
    deleteVerb(group, context, {
      noun: 'runs',
      examples: ['testctl runs delete WEB-R2 --yes'],
      below: (rows) => {
        const totals = rows.map((row) => testsIn(row) ?? Number.NaN)
        const total = totals.reduce((sum, one) => sum + one, 0)
        const tests = Number.isNaN(total) ? `${rows.length > 1 ? 'their' : 'its'} tests` : counted(total, 'test')
        return ` with ${tests} and all comments on them`
      },
      remove: async (testRunId) => (await context.api()).runs.delete({ testRunId }),
    }),
  submit: defineSubmit,
  execute: defineExecute,
  undo: defineUndo,
  status: defineStatus,
  wait: defineWait,
  watch: defineWatch,
  diff: defineDiff,
  filter: defineFilter,
  report: defineRunReport,
}

/** Adds the verbs of `runs`, or only the one that was `typed`. */
export const defineRuns = (group: Command, context: Context, typed?: string): void =>
  defineVerbs(verbs, group, context, typed)
