import type { Command } from 'commander'
import { ownFlags } from '../../../cli/flags.ts'
import type { Context } from '../../../composition/context.ts'
import { verb } from '../../shared/verbs/index.ts'
import { editCase, type EditorFlags } from './case.ts'
import { updateCase, type UpdateFlags, updateFlags } from '../update.ts'

/** Adds `cases edit`. */
export const defineEdit = (group: Command, context: Context): void => {
  const command = verb(group, 'edit <case>', {
    summary: 'Change a case in your editor, or with the flags of cases update',
    changes: 'writes',
    prints: 'cases',
    examples: ['testctl cases edit WEB-C1', "testctl cases edit WEB-C1 --name 'Login works with a passkey'"],
  })
  editorFlags(updateFlags(command))
    .addHelpText('after', () => explanation)
    .action((typed: string, flags: UpdateFlags & EditorFlags) => {
      const changes = Object.keys(ownFlags(command)).some((flag) => flag !== 'recover' && flag !== 'ours')
      return changes ? updateCase(context, typed, flags) : editCase(context, typed, flags)
    })
}

/** Gives a command the flags of the editor. */
const editorFlags = (command: Command): Command =>
  command
    .option('--recover', 'open the text that an earlier edit kept')
    .option('--ours', 'send your text, even if someone changed the same field')

const explanation = `
The editor is $VISUAL, $EDITOR, or vi. Only the fields that you change are sent.
If someone else changed one of them meanwhile, nothing is sent and both texts
are shown. Your text is kept until it is sent.`
