import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { joinList } from '../../cli/flags.ts'
import { textAsSent } from '../../contract/case-texts.ts'
import type { Test } from '../../contract/models.ts'
import { results } from '../../contract/vocabulary.ts'
import { chooseResults } from '../shared/input/choices.ts'
import { relationsOfList } from '../shared/verbs/relations.ts'
import { nameOfAssignee } from '../shared/input/me.ts'
import { rethrowWithSuggestion } from '../shared/input/mistyped-identifier.ts'
import { requireOne } from '../shared/input/references.ts'
import { type ListFlags, listVerb, printList } from '../shared/verbs/list.ts'
import { nameFilter } from '../shared/verbs/select-rows.ts'
import { listAcrossRuns } from './across-runs.ts'

type Filters = Pick<ListFlags, 'search'> & { result?: string; assignedTo?: string | undefined }

/** Adds `tests list`. */
export const defineList = (group: Command, context: Context): void => {
  listVerb(group, 'list [run]', {
    summary: 'List the tests of a run, or the tests of one person in all runs',
    examples: [
      'testctl tests list WEB-R7 --result failed',
      'testctl tests list WEB-R7 --result failed,untested --sort name',
      'testctl tests list WEB-R7 --result failed --quiet | testctl tests assign - --to ana',
      'testctl tests list -p WEB --assigned-to me',
    ],
  })
    .option('--result <results>', `only tests with one of these results: ${results.join(', ')}`, joinList)
    .option('--assigned-to <name>', "only tests assigned to this person (@me for yourself, '' for unassigned)")
    .addHelpText('after', '\nThe service cannot filter: testctl reads every page and filters the tests.')
    .action(async (typed: string | undefined, flags: ListFlags & Filters) => {
      const chosen = await relationsOfList(context, 'tests', flags)
      const assignedTo = flags.assignedTo === undefined ? undefined : await nameOfAssignee(context, flags.assignedTo)
      const filter = filterOf({ ...flags, assignedTo })
      if (typed === undefined) return listAcrossRuns(context, { flags, filter, chosen })
      const { id: testRunId, project } = await requireOne(context, 'runs', typed)
      const api = await context.api()
      await printList(context, 'tests', {
        flags,
        project,
        filter,
        read: async (page) => {
          const request = { testRunId, ...page, ...(chosen && { relations: chosen }) }
          const { tests, pagination } = await api.tests.list(request).catch(rethrowWithSuggestion('runs', [typed]))
          return { rows: tests, pagination }
        },
      })
    })
}

const filterOf = ({ result, assignedTo, search }: Filters): ((test: Test) => boolean) | undefined => {
  if (result === undefined && assignedTo === undefined && search === undefined) return undefined
  const chosen = result === undefined ? undefined : chooseResults(result)
  const isNamed = nameFilter(search)
  return (test) =>
    (chosen?.includes(test.result) ?? true) &&
    (assignedTo === undefined || textAsSent(test.assignedTo) === assignedTo) &&
    (isNamed?.(test) ?? true)
}
