import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { results } from '../../contract/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { chooseSymbols } from '../../output/style/symbols.ts'
import { counted } from '../../output/text/count.ts'
import { chooseResult, isResult, someOf } from '../shared/input/choices.ts'
import { findEach, isSingle } from '../shared/input/many.ts'
import { nameOfAssignee } from '../shared/input/me.ts'
import { commandLine } from '../../system/shell-line.ts'
import { verb } from '../shared/verbs/index.ts'
import { identified } from '../shared/verbs/list.ts'
import { changeMany } from '../shared/verbs/many.ts'
import { changeCells } from './change-line.ts'

/** Adds `tests update`. */
export const defineUpdate = (group: Command, context: Context): void => {
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
      refuseLooseResult(typed, flags)
      someOf({ result, assignedTo: flags.assignedTo }, '--result --assigned-to')
      const assignedTo = flags.assignedTo === undefined ? undefined : await nameOfAssignee(context, flags.assignedTo)
      const fields = someOf({ result, assignedTo }, '--result --assigned-to')
      const named = await findEach(context, 'tests', typed)
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
}

/** Throws a UsageError for `tests update T1 passed`, the syntax of `tests set`; its hint is the line with `--result`. */
const refuseLooseResult = (typed: readonly string[], { assignedTo }: { assignedTo?: string }): void => {
  const result = typed.at(-1) ?? ''
  if (!isResult(result)) return
  const ids = typed.slice(0, -1)
  const others = assignedTo === undefined ? [] : ['--assigned-to', assignedTo]
  const line = (named: readonly string[]) => commandLine(['tests', 'update', ...named, '--result', result, ...others])
  throw new UsageError('a result goes after --result', {
    hint: ids.length > 0 ? line(ids) : `such as: ${line(['WEB-T12'])}`,
  })
}
