import type { Command } from 'commander'
import { ownFlags } from '../../cli/flags.ts'
import type { Context } from '../../composition/context.ts'
import { verb } from '../shared/verbs/index.ts'
import { editCase, type EditorFlags } from './edit-case.ts'
import { updateCase, type UpdateFlags, updateFlags } from './update.ts'

/** Adds `cases edit`. */
export const defineEdit = (group: Command, context: Context): void => {
  const command = verb(group, 'edit <case>', {
    summary: 'Change a case in your editor, or by flags as cases update does',
    changes: 'writes',
    prints: 'cases',
    examples: ["testctl cases edit WEB-C1 --name 'Login works with a passkey'", 'testctl cases edit WEB-C1'],
  })
  editorFlags(updateFlags(command))
    .addHelpText('after', () => explanation)
    .action((typed: string, flags: UpdateFlags & EditorFlags) => {
      const changes = Object.keys(ownFlags(command)).some((flag) => flag !== 'recover' && flag !== 'ours')
      return changes ? updateCase(context, typed, flags) : editCase(context, typed, flags)
    })
}

/** Gives a command the flags of the editor. */
export const editorFlags = (command: Command): Command =>
  command
    .option('--recover', 'go on with the text that was not sent')
    .option('--ours', 'send your text, whoever changed the same field meanwhile')

const explanation = `
The editor is $VISUAL, $EDITOR, or vi. Only what you change is sent, and only
after a look whether somebody else changed it meanwhile. Your text is kept
until it is sent.`
