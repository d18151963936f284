import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { checkKinds, findProject } from '../shared/input/references.ts'
import { checkName } from '../shared/input/choices.ts'
import { findIds } from '../shared/input/many.ts'
import { identified } from '../shared/verbs/list.ts'
import { collectList, verb } from '../shared/verbs/index.ts'
import { assignTests } from './assign.ts'
import { casesOf, checkContents, type Contents } from './contents.ts'

type Flags = Contents & { name: string; milestone?: string; assign?: string[] }

/** Adds `runs create`. */
export const defineCreate = (group: Command, context: Context): void => {
  verb(group, 'create', {
    summary: 'Create a test run, with a test for each of the cases',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: [
      'testctl runs create -p WEB --name "CI $SHA" --cases C1,C2 --milestone M2',
      'testctl runs create -p WEB --name Nightly --all-cases --assign ana,ben',
      "testctl runs create -p WEB --name Login --cases C1-C10 --cases 'area=login'",
      'testctl runs create -p WEB --name Retest --from R7 --only failed,untested',
    ],
  })
    .requiredOption('--name <name>', 'its name')
    .option('--cases <cases>', 'the cases to run: C1,C4-C9, a custom field as area=login, - for stdin', collectList)
    .option('--all-cases', 'every case of the project')
    .option('--from <run>', 'the cases of another run')
    .option('--only <results>', 'with --from: those with one of these results: failed,untested')
    .option('--empty', 'no cases: tests are added later')
    .option('--milestone <milestone>', 'the milestone that it belongs to, by identifier or name')
    .option('--assign <names>', 'share its tests out among these people, comma-separated', collectList)
    .action(async (flags: Flags) => {
      const milestones = flags.milestone === undefined ? [] : [flags.milestone]
      checkKinds('milestones', milestones)
      checkContents(flags)
      checkName(flags.name)
      if (flags.assign?.length === 0)
        throw new UsageError('--assign names nobody', { hint: 'such as --assign ana,ben' })
      if (flags.assign && flags.empty) throw new UsageError('--assign and --empty exclude each other')
      const { id: projectId, identifier: project } = await findProject(context)
      const [[milestoneId], caseIds] = await Promise.all([
        findIds(context, 'milestones', { typed: milestones, project }),
        casesOf(context, flags, { id: projectId, identifier: project }),
      ])
      const api = await context.api()
      const { testRun } = await api.runs.create({
        projectId,
        name: flags.name,
        caseIds,
        ...(milestoneId !== undefined && { milestoneId }),
      })
      const row = identified('runs', project, testRun)
      if (flags.assign) await assignTests(context, testRun.id, flags.assign)
      const tests = counted(testRun.results?.total ?? new Set(caseIds).size, 'test')
      const sentence = `Created test run ${String(row['identifier'])}: ${flags.name} (${tests})`
      await (await context.printer()).changed('runs', row, sentence)
    })
}
