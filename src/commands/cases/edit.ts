import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { verb } from '../shared/verbs/index.ts'
import { updateCase, type UpdateFlags, updateFlags } from './update.ts'

/** Adds `cases edit`. */
export const defineEdit = (group: Command, context: Context): void => {
  const command = verb(group, 'edit <case>', {
    summary: 'Change a case',
    changes: 'writes',
    prints: 'cases',
    examples: ["testctl cases edit WEB-C1 --name 'Login works with a passkey'"],
  })
  updateFlags(command).action((typed: string, flags: UpdateFlags) => updateCase(context, typed, flags))
}
