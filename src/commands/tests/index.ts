import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import type { Test } from '../../contract/models.ts'
import { relations, type ResultName, results } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { nameOfAssignee } from '../shared/input/me.ts'
import { checkKind, find } from '../shared/input/references.ts'
import { findIds, findMany, isSingle } from '../shared/input/many.ts'
import { changeMany } from '../shared/verbs/many.ts'
import { changeCells } from './change-line.ts'
import { applyChanges } from './set-results.ts'
import {
  chooseNumber,
  chooseRelations,
  chooseResult,
  chooseResults,
  isResult,
  someOf,
} from '../shared/input/choices.ts'
import { chooseSymbols } from '../../output/style/symbols.ts'
import { counted, lengthOf } from '../../output/text/count.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { identified, type ListFlags, listVerb, nameFilter, printList } from '../shared/verbs/list.ts'
import { readChanges, readTests } from './read-changes.ts'
import { getVerb } from '../shared/verbs/get.ts'
import { verb } from '../shared/verbs/index.ts'
import { listAcrossRuns } from './across-runs.ts'
import { readComment } from './comment-flag.ts'

type Filters = { result?: string; assignedTo?: string | undefined; search?: string }

export const defineTests = (group: Command, context: Context): void => {
  listVerb(group, 'list [run]', {
    summary: 'List the tests of a test run, or those of somebody in all runs',
    relations: relations.tests.list,
    examples: [
      'testctl tests list WEB-R7 --result failed',
      'testctl tests list WEB-R7 --result failed,untested --sort name',
      'testctl tests list WEB-R7 --result failed --quiet | testctl tests assign - --to ana',
      'testctl tests list -p WEB --assigned-to me',
    ],
  })
    .option('--result <results>', `only tests with one of these results: ${results.join(', ')}`)
    .option('--assigned-to <name>', "only tests assigned to this person (@me for yourself, '' for unassigned)")
    .option('--search <text>', 'only tests with this text in their name')
    .addHelpText('after', '\nThe interface has no filters: testctl reads every page and filters itself.')
    .action(async (typed: string | undefined, flags: ListFlags & Filters) => {
      const chosen = chooseRelations(flags.relations, relations.tests.list)
      const assignedTo = flags.assignedTo === undefined ? undefined : await nameOfAssignee(context, flags.assignedTo)
      const filter = filterOf({ ...flags, assignedTo })
      if (typed === undefined) return listAcrossRuns(context, { flags, filter, chosen })
      const { id: testRunId, project } = await find(context, 'runs', typed)
      const api = await context.api()
      await printList(context, 'tests', {
        flags,
        project,
        filter,
        read: async (page) => {
          const { tests, pagination } = await api.tests.list({
            testRunId,
            ...page,
            ...(chosen && { relations: chosen }),
          })
          return { rows: tests, pagination }
        },
      })
    })

  getVerb(group, context, {
    noun: 'tests',
    summary: 'Show one test',
    examples: ['testctl tests get WEB-T12', 'testctl tests get WEB-T12 --relations case,comments'],
  })

  verb(group, 'create <run>', {
    summary: 'Add a test for a case to a test run',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: ['testctl tests create WEB-R1 --case C4'],
  })
    .requiredOption('--case <case>', 'the case to test')
    .action(async (typed: string, flags: { case: string }) => {
      checkKind('cases', flags.case)
      const { id: testRunId, project } = await find(context, 'runs', typed)
      const [caseId = ''] = await findIds(context, 'cases', { typed: [flags.case], project })
      const api = await context.api()
      const { test } = await api.tests.create({ testRunId, caseId })
      const row = identified('tests', project, test)
      await (
        await context.printer()
      ).changed('tests', row, `Added test ${String(row['identifier'] ?? test.id)}: ${test.name}`)
    })

  verb(group, 'update <test...>', {
    summary: 'Change one test, or several',
    aliases: ['edit'],
    changes: 'writes',
    examples: ['testctl tests update WEB-T12 --result passed', 'testctl tests update WEB-T12 --assigned-to ana'],
  })
    .option('--result <result>', `its result: ${results.join(', ')}`)
    .option('--assigned-to <name>', "assignee (@me for yourself, '' for unassigned)")
    .action(async (typed: string[], flags: { result?: string; assignedTo?: string }) => {
      const result = flags.result === undefined ? undefined : chooseResult(flags.result)
      someOf({ result, assignedTo: flags.assignedTo }, '--result --assigned-to')
      const assignedTo = flags.assignedTo === undefined ? undefined : await nameOfAssignee(context, flags.assignedTo)
      const fields = someOf({ result, assignedTo }, '--result --assigned-to')
      const named = await findMany(context, 'tests', typed)
      const single = await isSingle(context, 'tests', typed)
      const api = await context.api()
      await changeMany(context, 'tests', {
        named,
        single,
        change: async ({ id: testId, project }) =>
          identified('tests', project, (await api.tests.update({ testId, ...fields })).test),
        sentence: ([row = {}, ...others]) =>
          single
            ? changeCells({ row, before: named[0]?.row, fields, comments: 0 }, chooseSymbols(context.io))
            : `Updated ${counted(others.length + 1, 'test')}`,
      })
    })

  verb(group, 'set [args...]', {
    summary: 'Set the result of one or more tests',
    changes: 'writes',
    prints: 'tests',
    examples: [
      'testctl tests set WEB-T12 passed',
      'testctl tests set WEB-T1 WEB-T2 WEB-T3 failed',
      "testctl tests set WEB-T12 failed --comment 'No form is shown'",
      'testctl tests list WEB-R7 --result failed --quiet | testctl tests set - untested',
      'testctl tests set --from results.ndjson',
    ],
  })
    .usage('<test...|-> <result> [flags]\n       testctl tests set --from <file|-> [flags]')
    .option('--comment <text>', 'comment on each of them, as it is; - for stdin')
    .option('--concurrency <number>', atOnce, chooseNumber('--concurrency', 1))
    .option('--from <file>', 'read {"test":"WEB-T1","result":"failed","comment":"…"} a line; - for stdin')
    .action(async (args: string[], flags: { from?: string; comment?: string; concurrency?: number }) => {
      const comment = await readComment(context, args, flags)
      if (flags.from !== undefined) {
        if (args.length > 0)
          throw new UsageError('--from names the tests itself', { hint: 'leave out the IDs and the result' })
        const changes = await readChanges(context, flags.from)
        return applyChanges(context, changes, {
          sentence: (count) => `Changed ${counted(count, 'test')}`,
          concurrency: flags.concurrency,
        })
      }
      const last = args.at(-1)
      if (args.length < 2 || last === undefined)
        throw new UsageError('which tests, and which result?', { hint: 'testctl tests set WEB-T12 passed' })
      const result = chooseResultLast(args)
      const ids = await readTests(context, args.slice(0, -1))
      await applyChanges(
        context,
        ids.map((test) => ({ test, result, ...(comment !== undefined && { comment }) })),
        {
          sentence: (count) => `Set ${counted(count, 'test')} to ${result}`,
          concurrency: flags.concurrency,
          single: await isSingle(context, 'tests', args.slice(0, -1)),
        },
      )
    })

  verb(group, 'assign <test...>', {
    summary: 'Assign one or more tests',
    changes: 'writes',
    prints: 'tests',
    examples: ['testctl tests assign WEB-T12 --to ana', "testctl tests assign WEB-T1 WEB-T2 --to ''"],
  })
    .requiredOption('--to <name>', "new assignee (@me for yourself, '' for unassigned)")
    .option('--concurrency <number>', atOnce, chooseNumber('--concurrency', 1))
    .action(async (args: string[], flags: { to: string; concurrency?: number }) => {
      const ids = await readTests(context, args)
      const to = await nameOfAssignee(context, flags.to)
      const whom = to === '' ? 'nobody' : to
      await applyChanges(
        context,
        ids.map((test) => ({ test, assignedTo: to })),
        {
          sentence: (count) => `Assigned ${counted(count, 'test')} to ${whom}`,
          concurrency: flags.concurrency,
          single: await isSingle(context, 'tests', args),
        },
      )
    })

  deleteVerb(group, context, {
    noun: 'tests',
    examples: ['testctl tests delete WEB-T2 --yes'],
    relations: ['comments'],
    below: (row) => ` with its result and ${counted(lengthOf(row['comments']), 'comment')}`,
    remove: async (testId) => (await context.api()).tests.delete({ testId }),
  })
}

/** The result, which stands last: one that stands first is told so, with the line to type. */
const chooseResultLast = (args: readonly string[]): ResultName => {
  const [first = '', ...rest] = args
  const [last = ''] = args.slice(-1)
  if (!isResult(last) && isResult(first))
    throw new UsageError('the result stands last', { hint: `testctl tests set ${rest.join(' ')} ${first}` })
  return chooseResult(last)
}

const atOnce = 'maximum number of parallel requests (default 32)'

const filterOf = ({ result, assignedTo, search }: Filters): ((test: Test) => boolean) | undefined => {
  if (result === undefined && assignedTo === undefined && search === undefined) return undefined
  const chosen = result === undefined ? undefined : chooseResults(result)
  const isNamed = nameFilter(search)
  return (test) =>
    (chosen?.includes(test.result) ?? true) &&
    (assignedTo === undefined || test.assignedTo === assignedTo) &&
    (isNamed?.(test) ?? true)
}
