import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { joinList } from '../../cli/flags.ts'
import { UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { findProjectBeside } from '../shared/input/project.ts'
import { listLine, rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { checkKind } from '../shared/input/references.ts'
import { checkName } from '../shared/input/choices.ts'
import { requireId } from '../shared/input/many.ts'
import { nameOfAssignee } from '../shared/input/me.ts'
import { changeRest, inRequests } from '../shared/runs/change-cases.ts'
import { fillRunName } from '../shared/runs/fill-name.ts'
import { identified } from '../shared/verbs/list.ts'
import { collectList, verb } from '../shared/verbs/index.ts'
import { rethrowListed } from '../shared/verbs/look-first.ts'
import { assignTests } from './assign.ts'
import { changedWithMilestone } from './milestone-name.ts'
import { casesOf, checkCaseFlags, type CaseFlags } from './case-flags.ts'

type Flags = CaseFlags & { name: string; milestone?: string; assign?: string[] }

/** Adds `runs create`. */
export const defineRunCreate = (group: Command, context: Context): void => {
  verb(group, 'create', {
    summary: 'Create a test run, with a test for each case',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: [
      'testctl runs create -p WEB --name "CI $SHA" --cases C1,C2 --milestone M2',
      'testctl runs create -p WEB --name Nightly --all-cases --assign ana,ben',
      "testctl runs create -p WEB --name Login --cases C1-C10 --cases 'area=login'",
      'testctl runs create -p WEB --name Retest --from R7 --only failed,untested',
    ],
  })
    .requiredOption('--name <name>', 'its name; {branch} {build} {date} (UTC) … are filled in')
    .option(
      '--cases <cases>',
      'the cases to run: C1,C4-C9, a custom field as area=login, - for stdin; each adds its cases',
      collectList,
    )
    .option('--all-cases', 'every case of the project')
    .option('--from <run>', 'the cases of another run')
    .option('--only <results>', 'with --from: only cases with these results: failed,untested', joinList)
    .option('--empty', 'without cases; runs update --add-case adds them later')
    .option('--milestone <milestone>', 'the milestone that it belongs to, by identifier or name')
    .option('--assign <names>', 'divide its tests among these people: ana,ben (@me for yourself)', collectList)
    .addHelpText('after', severalConditions)
    .action(async (flags: Flags) => {
      if (flags.milestone !== undefined) checkKind('milestones', flags.milestone)
      checkCaseFlags(flags)
      const name = await fillRunName(context, flags.name)
      checkName(name)
      if (flags.assign?.length === 0)
        throw new UsageError('--assign names no person', { hint: 'such as --assign ana,ben' })
      if (flags.assign && flags.empty)
        throw new UsageError('--assign and --empty exclude each other', { hint: 'leave out one of them' })
      const { id: projectId, identifier: project } = await findProjectBeside(context, [
        flags.from,
        ...(flags.cases ?? []),
        flags.milestone,
      ])
      const [milestoneId, caseIds] = await Promise.all([
        flags.milestone === undefined
          ? undefined
          : requireId(context, 'milestones', { typed: flags.milestone, project }),
        casesOf(context, flags, { id: projectId, identifier: project }),
      ])
      const assignees = flags.assign && (await Promise.all(flags.assign.map((one) => nameOfAssignee(context, one))))
      const api = await context.api()
      const [first, ...rest] = inRequests({ caseIdsToAdd: caseIds })
      const request = { projectId, name, caseIds: first.caseIdsToAdd ?? [] }
      const made = await api.runs
        .create({ ...request, ...(milestoneId !== undefined && { milestoneId }) })
        .catch(rethrowWithSuggestion('cases', flags.cases ?? []))
        .catch(rethrowWithSuggestion('milestones', [flags.milestone ?? []].flat(), listLine('milestones', project)))
        .catch(rethrowListed('runs', project))
      const handle = String(identified('runs', project, made.testRun)['identifier'] ?? made.testRun.id)
      const testRun = await changeRest(api, made.testRun, handle, rest)
      const row = await changedWithMilestone(context)(identified('runs', project, testRun), project)
      const tests = counted(testRun.results?.total ?? new Set(caseIds).size, 'test')
      const sentence = `Created test run ${String(row['identifier'])}: ${name} (${tests})`
      const printer = await context.printer()
      await printer.changed('runs', row, sentence)
      if (!assignees) return
      const shares = await assignTests(context, { id: testRun.id, identifier: String(row['identifier']) }, assignees)
      if (!context.flags().dryRun) await printer.note(shares)
    })
}

const severalConditions = `
Cases that meet several conditions: testctl cases list --custom-field area=login
--custom-field risk=high -q | testctl runs create --name Risky --cases -`
