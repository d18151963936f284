import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { counted } from '../../output/text/count.ts'
import { isSingle } from '../shared/input/many.ts'
import { nameOfAssignee } from '../shared/input/me.ts'
import { verb } from '../shared/verbs/index.ts'
import { applyChanges, concurrencyFlag } from './apply-changes.ts'
import { readTestArguments } from './read-changes.ts'

/** Adds `tests assign`. */
export const defineAssign = (group: Command, context: Context): void => {
  verb(group, 'assign <test...>', {
    summary: 'Assign one or more tests',
    changes: 'writes',
    prints: 'tests',
    examples: ['testctl tests assign WEB-T12 --to ana', "testctl tests assign WEB-T1 WEB-T2 --to ''"],
  })
    .requiredOption('--to <name>', "new assignee (@me for yourself, '' for unassigned)")
    .option(...concurrencyFlag)
    .action(async (args: string[], flags: { to: string; concurrency?: number }) => {
      const { tests, known } = await readTestArguments(context, args)
      const to = await nameOfAssignee(context, flags.to)
      const whom = to === '' ? 'nobody' : to
      await applyChanges(
        context,
        tests.map((test) => ({ test, assignedTo: to })),
        {
          sentence: (count) => `Assigned ${counted(count, 'test')} to ${whom}`,
          concurrency: flags.concurrency,
          single: await isSingle(context, 'tests', args),
          known,
        },
      )
    })
}
