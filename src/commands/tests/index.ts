import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import type { Test } from '../../contract/models.ts'
import { relations, results } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { readIds } from '../shared/input/text.ts'
import { checkKind, find, findAll } from '../shared/input/references.ts'
import { applyChanges } from './set-results.ts'
import { chooseNumber, chooseRelations, chooseResult, someOf } from '../shared/input/choices.ts'
import { counted, lengthOf } from '../../output/text/count.ts'
import { deleteVerb } from '../shared/verbs/delete.ts'
import { identified, type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { readChanges } from './read-changes.ts'
import { getVerb } from '../shared/verbs/get.ts'
import { verb } from '../shared/verbs/index.ts'
import { choosePerson, listAcrossRuns } from './across-runs.ts'
import { readComment } from './comment-flag.ts'

type Filters = { result?: string; assignedTo?: string | undefined; search?: string }

export const defineTests = (group: Command, context: Context): void => {
  listVerb(group, 'list [run]', {
    summary: 'List the tests of a test run, or those of somebody in all runs',
    relations: relations.tests.list,
    examples: [
      'testctl tests list WEB-R7 --result failed',
      'testctl tests list WEB-R7 --result failed --quiet | testctl tests assign - --to ana',
      'testctl tests list -p WEB --assigned-to me',
    ],
  })
    .option('--result <result>', `only tests with this result: ${results.join(', ')}`)
    .option('--assigned-to <name>', "only tests assigned to this person ('' for nobody; me)")
    .option('--search <text>', 'only tests with this text in their name')
    .addHelpText('after', '\nThe interface has no filters: with one, every page is read and filtered here.')
    .action(async (typed: string | undefined, flags: ListFlags & Filters) => {
      const chosen = chooseRelations(flags.relations, relations.tests.list)
      const filter = filterOf({ ...flags, assignedTo: await choosePerson(context, flags.assignedTo) })
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
      const [caseId = ''] = await findAll(context, 'cases', { typed: [flags.case], project })
      const api = await context.api()
      const { test } = await api.tests.create({ testRunId, caseId })
      const row = identified('tests', project, test)
      await (
        await context.printer()
      ).changed('tests', row, `Added test ${String(row['identifier'] ?? test.id)}: ${test.name}`)
    })

  verb(group, 'update <test>', {
    summary: 'Change one test',
    aliases: ['edit'],
    changes: 'writes',
    examples: ['testctl tests update WEB-T12 --result passed', 'testctl tests update WEB-T12 --assigned-to ana'],
  })
    .option('--result <result>', `its result: ${results.join(', ')}`)
    .option('--assigned-to <name>', "who has it ('' for nobody)")
    .action(async (typed: string, flags: { result?: string; assignedTo?: string }) => {
      const result = flags.result === undefined ? undefined : chooseResult(flags.result)
      const fields = someOf({ result, assignedTo: flags.assignedTo }, '--result --assigned-to')
      const { id: testId, project } = await find(context, 'tests', typed)
      const { test } = await (await context.api()).tests.update({ testId, ...fields })
      await (await context.printer()).changed('tests', identified('tests', project, test), `Updated test ${typed}`)
    })

  verb(group, 'set [args...]', {
    summary: 'Set the result of one test or of many',
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
      const result = chooseResult(last)
      const ids = await readIds(context.io, args.slice(0, -1))
      await applyChanges(
        context,
        ids.map((test) => ({ test, result, ...(comment !== undefined && { comment }) })),
        {
          sentence: (count) => `Set ${counted(count, 'test')} to ${result}`,
          concurrency: flags.concurrency,
          single: isSingle(args.slice(0, -1)),
        },
      )
    })

  verb(group, 'assign <test...>', {
    summary: 'Assign one test or many to somebody',
    changes: 'writes',
    prints: 'tests',
    examples: ['testctl tests assign WEB-T12 --to ana', "testctl tests assign WEB-T1 WEB-T2 --to ''"],
  })
    .requiredOption('--to <name>', "who gets it ('' for nobody)")
    .option('--concurrency <number>', atOnce, chooseNumber('--concurrency', 1))
    .action(async (args: string[], flags: { to: string; concurrency?: number }) => {
      const ids = await readIds(context.io, args)
      const whom = flags.to === '' ? 'nobody' : flags.to
      await applyChanges(
        context,
        ids.map((test) => ({ test, assignedTo: flags.to })),
        {
          sentence: (count) => `Assigned ${counted(count, 'test')} to ${whom}`,
          concurrency: flags.concurrency,
          single: isSingle(args),
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

// What stdin or a file names may be one or many, and a script wants the same form of answer for both.
const isSingle = (ids: readonly string[]): boolean => ids.length === 1 && ids[0] !== '-'

const atOnce = 'send at most this many at once (default 32)'

const filterOf = ({ result, assignedTo, search }: Filters): ((test: Test) => boolean) | undefined => {
  if (result === undefined && assignedTo === undefined && search === undefined) return undefined
  const chosen = result === undefined ? undefined : chooseResult(result)
  const text = search?.toLowerCase()
  return (test) =>
    (chosen === undefined || test.result === chosen) &&
    (assignedTo === undefined || test.assignedTo === assignedTo) &&
    (text === undefined || test.name.toLowerCase().includes(text))
}
