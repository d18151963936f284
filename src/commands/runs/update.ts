import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { caseIdsAtOnce } from '../../contract/vocabulary.ts'
import { PartialError, UsageError } from '../../errors.ts'
import type { Resource } from '../../output/cells/row.ts'
import { counted, testsIn } from '../../output/text/count.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { checkName, someOf } from '../shared/input/choices.ts'
import { findEach, isSingle, type PresentResource, requireEach, requireId } from '../shared/input/many.ts'
import { findProject } from '../shared/input/project.ts'
import { listLine, rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { checkKind, checkKinds } from '../shared/input/references.ts'
import { refuseStrayWords } from '../shared/input/stray-words.ts'
import { changeRest, inRequests } from '../shared/runs/change-cases.ts'
import { fillRunName } from '../shared/runs/fill-name.ts'
import { renamingOf, subjectName } from '../shared/verbs/get.ts'
import { identified } from '../shared/verbs/list.ts'
import { changeMany } from '../shared/verbs/many.ts'
import { collectList, verb } from '../shared/verbs/index.ts'
import { excludeNegation } from '../shared/verbs/negation.ts'
import { isField, namedCases, refuseEmpty, refuseStrangers } from './case-flags.ts'
import { type CaseRemoval, confirmRemovals } from './case-removal.ts'
import { changedWithMilestone } from './milestone-name.ts'
import { removeFromMilestone } from './milestone.ts'

type Fields = {
  name?: string
  milestone?: string | false | undefined
  addCase?: string[] | undefined
  removeCase?: string[]
}

/** Adds `runs update`. */
export const defineRunUpdate = (group: Command, context: Context): void => {
  const command = verb(group, 'update <run...>', {
    summary: 'Change a test run, or the cases in it',
    aliases: ['edit'],
    changes: 'deletes',
    examples: [
      "testctl runs update WEB-R1 --name 'Release 2.0'",
      'testctl runs update WEB-R1 --add-case C3,C4 --remove-case C2 --yes',
      "testctl runs update WEB-R1 WEB-R2 --milestone 'Release 2.0'",
      'testctl runs update WEB-R1 --no-milestone',
    ],
  })
  excludeNegation(command, 'milestone')
    .option('--name <name>', 'its new name; {branch} {build} {date} (UTC) … are filled in')
    .option('--milestone <milestone>', 'the milestone that it belongs to, by identifier or name')
    .option('--no-milestone', 'remove it from its milestone')
    .option(
      '--add-case <cases>',
      'cases to add a test for: C3,C5-C9, a custom field as area=login, - for stdin; each adds its cases',
      collectList,
    )
    .option('--remove-case <cases>', 'cases whose test to remove: C3,C5-C9, - for stdin', collectList)
    .action(async (typed: string[], { name: called, milestone: chosen, addCase, removeCase }: Fields) => {
      const milestone = chosen === '' ? false : chosen
      const name = called === undefined ? undefined : await fillRunName(context, called)
      const fields = someOf(
        { name, milestone, addCase, removeCase },
        '--name --milestone --no-milestone --add-case --remove-case',
      )
      checkName(name)
      refuseEmpty('--add-case', addCase, 'such as --add-case C3,C5-C9')
      refuseEmpty('--remove-case', removeCase, 'such as --remove-case C3,C5-C9')
      const cases = [...(addCase ?? []).filter((one) => !isField(one)), ...(removeCase ?? [])]
      checkKinds('cases', cases)
      refuseStrayWords(context, 'cases', cases, typed)
      if (milestone) checkKind('milestones', milestone)
      refuseCasesApart(typed, addCase ? ['--add-case', addCase] : ['--remove-case', removeCase])
      const named = await findEach(context, 'runs', typed)
      const single = await isSingle(context, 'runs', typed)
      const removals = await confirmRemovals(context, removeCase ? named : [], removeCase ?? [])
      const complete = changedWithMilestone(context)
      const given = givenTo(context, { milestone, addCase })
      let words: readonly string[] = []
      await changeMany(context, 'runs', {
        named,
        single,
        // Each read of a milestone's runs must see which run the previous change took off.
        ...(milestone === false && { concurrency: 1 }),
        change: async (run) => {
          const removal = removals.get(run.id)
          const { row, adding } = await updateRun(context, run, { ...fields, removal, given })
          words = [...renamingOf(run.row?.['name'], name), ...changesInWords(run, { row, adding, removal })]
          return complete(row, run.project)
        },
        sentence: ([row = {}, ...others]) =>
          single
            ? `Updated ${subjectName('runs', row)}${words.length > 0 ? ` (${words.join(', ')})` : ''}`
            : `Updated ${counted(others.length + 1, 'test run')}`,
      })
    })
}

const updateRun = async (
  context: Context,
  run: PresentResource,
  { name, milestone, addCase, removal, given }: Fields & { removal: CaseRemoval | undefined; given: Given },
): Promise<{ row: Resource; adding: readonly string[] | undefined }> => {
  const { id: testRunId, project } = run
  const removing = removal?.cases
  const { adding, milestoneId } = await given(project)
  const added = new Set(adding)
  const both = removing?.find(({ id }) => added.has(id))
  if (both)
    throw new UsageError(`${both.identifier ?? both.typed} is to be added and removed`, {
      hint: 'name it in one of --add-case and --remove-case',
    })
  const taken = milestone === false ? requireIdentified(run) : undefined
  const left = taken && (await removeFromMilestone(context, taken))
  const [first, ...rest] = inRequests({ caseIdsToAdd: adding, caseIdsToRemove: removing?.map(({ id }) => id) })
  const fields = { name, milestoneId, ...first }
  const hasFields = Object.values(fields).some((value) => value !== undefined)
  const api = await context.api()
  const { testRun } =
    taken && !hasFields
      ? await api.runs.get({ identifier: taken.identifier })
      : await api.runs
          .update({ testRunId, ...someOf(fields, '--name') })
          .catch(rethrowWithSuggestion('cases', addCase ?? []))
          .catch(
            rethrowWithSuggestion(
              'milestones',
              milestone ? [milestone] : [],
              project && listLine('milestones', project),
            ),
          )
          .then(async (made) => ({ testRun: await changeRest(api, made.testRun, run.identifier ?? testRunId, rest) }))
  // A service that ignores the condition may have stored another list of runs at the same moment. DECISIONS 422
  if (taken && left !== undefined && testRun.milestoneId === left && !context.flags().dryRun)
    throw new PartialError(
      `${taken.identifier} was taken off its milestone, but is in it again: another change may have added it`,
      { hint: 'run it again' },
    )
  return { row: identified('runs', project, testRun), adding }
}

/** Throws a UsageError if a run was named by its id alone: then it cannot be read, and its project is unknown. */
const requireIdentified = ({ id, identifier, project }: PresentResource) => {
  if (identifier !== undefined && project !== undefined) return { id, identifier, project }
  throw new UsageError('--no-milestone needs the identifier of the run', { hint: 'such as WEB-R7' })
}

type Given = (project: string | undefined) => Promise<{ adding: string[] | undefined; milestoneId: string | undefined }>

/** Returns a function that looks up the ids of the cases and the milestone that runs are given, once per project. */
const givenTo = (context: Context, { milestone, addCase }: Fields): Given => {
  const lookUp: Given = async (project) => {
    const [adding, milestoneId] = await Promise.all([
      addCase && idsToAdd(context, addCase, project),
      milestone ? requireId(context, 'milestones', { typed: milestone, project }) : undefined,
    ])
    return { adding, milestoneId }
  }
  const known = new Map<string | undefined, ReturnType<Given>>()
  return (project) => {
    const found = known.get(project) ?? lookUp(project)
    known.set(project, found)
    return found
  }
}

/** Returns the ids of the cases to add; searches the project for those with a custom field. */
const idsToAdd = async (context: Context, typed: readonly string[], project: string | undefined): Promise<string[]> => {
  if (typed.some(isField)) return namedCases(context, typed, await findProject(context, project))
  const named = await requireEach(context, 'cases', { typed, project })
  if (named.length > caseIdsAtOnce && project !== undefined)
    await refuseStrangers(context, named, await findProject(context, project))
  return named.map(({ id }) => id)
}

/** Describes how many tests were added and removed, as far as the service counts them. */
const changesInWords = (
  { row: before }: PresentResource,
  { row, adding, removal }: { row: Resource; adding: readonly string[] | undefined; removal: CaseRemoval | undefined },
): string[] => {
  const removed = removal?.tests.length ?? 0
  const [was, is] = [before, row].map(testsIn)
  const added = was === undefined || is === undefined ? undefined : is - was + removed
  const present = added === undefined ? 0 : (adding?.length ?? 0) - added
  return [
    ...(removal ? [`${counted(removed)} removed`] : []),
    ...(adding && added !== undefined ? [`${counted(added)} added`] : []),
    ...(present > 0 ? [`${counted(present, 'case was', 'cases were')} in it already`] : []),
  ]
}

/** Throws a UsageError for `--add-case C1 C2`, where C2 ends up among the runs; the hint shows the list that was meant. */
const refuseCasesApart = (
  typed: readonly string[],
  [flag, cases]: [flag: string, cases: string[] | undefined],
): void => {
  const apart = typed.filter((one) => (parseIdentifier(one) ?? parseShortIdentifier(one))?.noun === 'cases')
  if (!cases || apart.length === 0) return
  throw new UsageError(`${apart[0]} is a case, not a test run`, {
    hint: `several are one list: ${flag} ${[...cases, ...apart].map(quoteWord).join(',')}`,
  })
}
