import type { Context } from '../../../composition/context.ts'
import { NotFoundError } from '../../../errors.ts'
import type { Replay } from '../../../submission/journal/index.ts'
import { submitLine } from './submit-line.ts'

/** Whether the run itself was deleted; a NotFoundError may also be about its milestone. DECISIONS 304 */
export const isDeleted = async (context: Context, { id }: { id: string }): Promise<boolean> => {
  const { watchForGoneRun } = await context.submission()
  return watchForGoneRun(await context.api(), id)()
}

/** Marks a submission as ended in its journal because its run was deleted, so that it cannot be resumed. Returns the error. */
export const endWithRun = async (
  context: Context,
  { file, run, begin }: Replay,
  cause: NotFoundError,
): Promise<NotFoundError> => {
  const { run: _run, ...flags } = begin.flags
  const { openJournal } = await context.journals()
  const end = async (): Promise<void> => {
    const journal = await openJournal(file)
    await journal.note({ did: 'gone', id: run?.id ?? '' }, { did: 'end', complete: true }).finally(journal.close)
  }
  // If the journal cannot be written, the next try finds the same.
  await end().catch(() => undefined)
  return new NotFoundError(`the submission ended with its run: ${cause.message}`, {
    hint: submitLine(context, {
      files: begin.files,
      flags: { ...flags, name: run?.name || 'CI {date}' },
      project: begin.project,
    }),
    status: cause.status,
    cause,
  })
}
