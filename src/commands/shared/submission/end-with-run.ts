import type { Context } from '../../../composition/context.ts'
import { formatIdentifier } from '../../../contract/identifiers.ts'
import { NotFoundError } from '../../../errors.ts'
import type { Journal, Replay } from '../../../submission/journal/index.ts'
import { submitLine } from './submit-line.ts'

type RunToFind = { id: string; displayId: number | undefined }

/** A submission into a run: its journal, that of the try that it resumes, and the project of the run, if known. */
type Ending = {
  run: RunToFind | undefined
  journal?: Journal
  resumed: Replay | undefined
  project?: string | undefined
}

/**
 * Ends the journal of a submission if an error says that its run is not there, so that no `--resume` finds it again. Resolves to the
 * error to throw. DECISIONS 582
 */
export const endIfGone = async (
  context: Context,
  error: unknown,
  { run, journal, resumed, project = resumed?.begin.project }: Ending,
): Promise<unknown> => {
  if (!run || !(error instanceof NotFoundError) || !(await isDeleted(context, run, { project, error }))) return error
  if (resumed?.run) return endWithRun(context, resumed, error)
  await journal?.note({ did: 'gone', id: run.id }, { did: 'end', complete: true }).catch(() => undefined)
  return error
}

/** Whether the run itself was deleted; a NotFoundError may also be about its milestone, or its tests alone. DECISIONS 304 */
const isDeleted = async (
  context: Context,
  { id, displayId }: RunToFind,
  { project, error }: { project: string | undefined; error: NotFoundError },
): Promise<boolean> => {
  const { watchForGoneRun, lookUpRun, isRunGone } = await context.submission()
  const api = await context.api()
  if (!(await watchForGoneRun(api, id)())) return false
  const identifier = project && displayId ? formatIdentifier({ project, noun: 'runs', displayId }) : undefined
  return isRunGone([await lookUpRun(api, { id, identifier }, error).catch((one: unknown) => one)])
}

/** Marks a submission as ended in its journal because its run was deleted, so that it cannot be resumed. Returns the error. */
const endWithRun = async (
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
