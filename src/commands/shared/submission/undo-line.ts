import type { Context } from '../../../composition/context.ts'
import type { Summary } from '../../../submission/index.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** Returns the line that shows how to undo a submission, if it changed something and has a journal. */
export const undoLines = async (
  context: Context,
  { journal, rehearsal, tests, comments }: Summary,
): Promise<string[]> => {
  if (journal === undefined || rehearsal || tests.set + comments.written === 0) return []
  return [`  undo       ${await undoCommand(context, journal)}`]
}

/** Returns the command that undoes the submission of a journal, on the same service. DECISIONS 405 */
export const undoCommand = async (context: Context, journal: string): Promise<string> => {
  const { profile } = context.flags()
  const { journalName } = await context.journals()
  const name = quoteWord(journalName(context.io, journal))
  return `testctl runs undo ${name}${profile === undefined ? '' : ` --profile ${quoteWord(profile)}`}`
}
