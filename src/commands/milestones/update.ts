import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { counted } from '../../output/text/count.ts'
import { checkName, someOf } from '../shared/input/choices.ts'
import { findEach, requireEach, isSingle, type PresentResource } from '../shared/input/many.ts'
import { checkKinds } from '../shared/input/references.ts'
import { renamingOf, subjectName } from '../shared/verbs/get.ts'
import { collectList, verb } from '../shared/verbs/index.ts'
import { identified } from '../shared/verbs/list.ts'
import { changeMany } from '../shared/verbs/many.ts'
import { type MilestoneRun, replaceRuns, replacementInWords, type RunReplacement } from './run-replacement.ts'

type Flags = { name?: string; runs?: string[] }
type Planned = { method: string; path: string; body: object; before?: object; replaced: RunReplacement | undefined }

/** Adds `milestones update`. */
export const defineMilestoneUpdate = (group: Command, context: Context): void => {
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
    .action(async (typed: string[], flags: Flags) => {
      someOf({ ...flags }, '--name --runs')
      checkName(flags.name)
      checkKinds('runs', flags.runs ?? [])
      await updateMilestones(context, typed, flags)
    })
}

const updateMilestones = async (context: Context, typed: readonly string[], { name, runs }: Flags): Promise<void> => {
  const named = await findEach(context, 'milestones', typed, { relations: runs && ['test_runs'] })
  const single = await isSingle(context, 'milestones', typed)
  // Set if a dry run can show the runs before and after; other dry runs show their requests only.
  const planned: Planned[] | undefined = context.flags().dryRun && runs ? [] : undefined
  const replaced: RunReplacement[] = []
  const change = async (one: PresentResource) => {
    const { id: milestoneId, project } = one
    const after = runs && (await requireEach(context, 'runs', { typed: runs, project }))
    const changes = someOf({ name, testRunIds: after?.map(({ id }) => id) }, '--name --runs')
    const before = runsOf(one)
    const replacing = before && after && replaceRuns(before, after)
    if (planned) {
      planned.push({
        method: 'POST',
        path: `/v1/milestones/${milestoneId}`,
        body: changes,
        ...(before && { before: { testRunIds: before.map(({ id }) => id) } }),
        replaced: replacing,
      })
      return { id: milestoneId }
    }
    const api = await context.api()
    const { milestone } = await api.milestones.update({ milestoneId, ...changes })
    if (replacing) replaced.push(replacing)
    return identified('milestones', project, milestone)
  }
  try {
    await changeMany(context, 'milestones', {
      named,
      single,
      // Two milestones that get the same runs take them from each other, so keep the order that was typed.
      concurrency: 1,
      change,
      sentence: ([row = {}, ...others]) => {
        const renamed = single ? renamingOf(named[0]?.row?.['name'], name) : []
        const words = [...renamed, replacementInWords(replaced)].filter(Boolean).join(', ')
        const subject = single ? subjectName('milestones', row) : counted(others.length + 1, 'milestone')
        return `Updated ${subject}${words && ` (${words})`}`
      },
    })
  } finally {
    if (planned && planned.length > 0) await tellPlan(context, planned)
  }
}

/** Returns the current runs of a milestone; undefined if it was named by a bare id, and not read. */
const runsOf = ({ row, project }: PresentResource): MilestoneRun[] | undefined => {
  const runs = row?.['testRuns']
  if (!Array.isArray(runs)) return undefined
  return runs.map((run: MilestoneRun) => identified('runs', project, run) as MilestoneRun)
}

const tellPlan = async (context: Context, planned: readonly Planned[]): Promise<void> => {
  const lines = planned.flatMap(({ method, path, body, replaced }) => [
    `${method} ${path} ${JSON.stringify(body)}`,
    ...(replaced ? [replacementInWords([replaced]) || 'the same runs', ...sidesOf(replaced)] : []),
  ])
  const requests = planned.map(({ method, path, body, before }) => ({ method, path, body, ...(before && { before }) }))
  await (await context.planPrinter()).answer(requests, lines)
}

const sidesOf = ({ gone, come }: RunReplacement): string[] => [
  ...gone.map((one) => `  - ${one.identifier ?? one.id}`),
  ...come.map((one) => `  + ${one.identifier ?? one.id}`),
]
