import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { joinList } from '../../cli/flags.ts'
import { RejectedError, UsageError } from '../../errors.ts'
import { quoteWord } from '../../system/shell-line.ts'
import { requireId } from '../shared/input/many.ts'
import { rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { checkKind, requireOne } from '../shared/input/references.ts'
import { verb } from '../shared/verbs/index.ts'
import { identified } from '../shared/verbs/list.ts'

/** Adds `tests create`. */
export const defineCreate = (group: Command, context: Context): void => {
  verb(group, 'create <run>', {
    summary: 'Add a test for a case to a test run',
    aliases: ['add', 'new'],
    changes: 'writes',
    examples: ['testctl tests create WEB-R1 --case C4'],
  })
    .requiredOption('--case <case>', 'the case to test', joinList)
    .action(async (typed: string, flags: { case: string }) => {
      if (flags.case.includes(','))
        throw new UsageError('--case takes one case', {
          hint: `testctl runs update ${quoteWord(typed)} --add-case ${quoteWord(flags.case)}`,
        })
      checkKind('cases', flags.case)
      const { id: testRunId, project } = await requireOne(context, 'runs', typed)
      const caseId = await requireId(context, 'cases', { typed: flags.case, project })
      const api = await context.api()
      const { test } = await api.tests
        .create({ testRunId, caseId })
        .catch(rethrowWithSuggestion('cases', [flags.case]))
        .catch(rethrowWithSuggestion('runs', [typed]))
        .catch(sayWhereItIs(typed))
      const row = identified('tests', project, test)
      await (
        await context.printer()
      ).changed('tests', row, `Added test ${String(row['identifier'] ?? test.id)}: ${test.name}`)
    })
}

/** Returns a handler for the error of a create: if the case is in the run already, its hint lists the tests of the run. */
const sayWhereItIs =
  (run: string) =>
  (error: unknown): never => {
    if (!(error instanceof RejectedError) || error.hint !== undefined || !/\balready\b/.test(error.message)) throw error
    throw new RejectedError(error.message, { ...error.details, hint: `testctl tests list ${quoteWord(run)}` })
  }
