import type { Context } from '../../../composition/context.ts'
import type { Summary } from '../../../submission/index.ts'
import { quoteWord } from '../../../system/shell-line.ts'

/** What undoes a submission, where it changed something and a journal of it is kept. */
export const undoLines = async (
  context: Context,
  { journal, rehearsal, tests, comments }: Summary,
): Promise<string[]> => {
  if (journal === undefined || rehearsal || tests.set + comments.written === 0) return []
  const { journalName } = await context.journals()
  return [`  undo       testctl runs undo ${quoteWord(journalName(context.io, journal))}`]
}
