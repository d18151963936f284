import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isFileAddress } from '../../config/address.ts'
import { findService } from '../../config/service.ts'
import type { Context } from '../../composition/context.ts'
import { formatIdentifier, parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import type { Replay } from '../../submission/journal/index.ts'
import type { Undone } from '../../submission/index.ts'
import { inTightHeap } from '../../system/heap.ts'
import { refer } from '../shared/input/references.ts'
import { undoCommand } from '../shared/submission/undo-line.ts'
import { verb } from '../shared/verbs/index.ts'
import { undoneLines } from './undo-lines.ts'

/** Adds `runs undo`: puts back what a submission changed. */
export const defineUndo = (group: Command, context: Context): void => {
  verb(group, 'undo [submission]', {
    summary: 'Undo a submission: restore results not changed since',
    changes: 'writes',
    prints: fields,
    examples: [
      'testctl runs undo --dry-run',
      'testctl runs undo WEB-R1 --dry-run',
      'testctl runs undo submission.ndjson',
    ],
  })
    .addHelpText('after', () => explanation)
    .action(async (typed: string | undefined) => {
      const { io } = context
      const service = (await findService(context)).url.value
      const { replay: found, before } = await findSubmission(context, service, typed)
      if (found.begin.service !== service)
        throw new UsageError(`that submission was to ${found.begin.service}`, {
          hint: 'set TESTCTL_URL to that service',
        })
      const isPlan = context.flags().dryRun === true
      const { undo } = await context.submission()
      const { readUndos, replayJournal, takeSubmission } = await context.journals()
      const printer = await context.printer()
      const release = isPlan ? () => undefined : takeSubmission(found.file, io)
      try {
        // Read it again under the lock: another undo may have ended meanwhile.
        const replay = isPlan ? found : await replayJournal(found.file)
        const journal = await openNotes(context, replay.file)
        const { undone, error } = await undo(
          {
            api: await context.api(),
            journal,
            undos: () => readUndos(replay, io),
            stop: io.stop,
            isPlan,
            progress: context.progress,
            atOnce: isFileAddress(service) ? 256 : undefined,
          },
          replay,
        )
          .catch((failure: unknown) => explainGone(context, { replay, typed, failure }))
          .finally(journal.close)
        const hadNothing = undone.restored.length === 0 && undone.comments.removed === 0
        const earlier = hadNothing && (replay.undone || replay.unclear) ? await earlierUndo(context, before) : undefined
        if (isPlan && earlier) await printer.note(`to look at the submission before: ${earlier} --dry-run`)
        await inTightHeap(() =>
          printer.answer(
            undone,
            printer.format === 'quiet'
              ? restoredOf(undone)
              : [...undoneLines(undone), ...(earlier ? [`  earlier    ${earlier}`] : [])],
          ),
        )
        if (error) throw error
      } finally {
        release()
      }
    })
}

/** Opens the journal of the submission, to which the undo adds its changes. If it cannot be written, warns and undoes all the same. */
const openNotes = async (context: Context, file: string) => {
  const { lenient, noJournal, openJournal } = await context.journals()
  if (context.flags().dryRun) return noJournal
  const printer = await context.printer()
  const tell = (error: unknown) => void printer.warn(`the journal cannot be written: ${(error as Error).message}`)
  return openJournal(file).then(
    (journal) => lenient(journal, tell),
    (error: unknown) => {
      tell(error)
      return noJournal
    },
  )
}

/** Rethrows why nothing was undone, and says if the run was deleted. `undo` has noted that, so the next one is of the submission before. */
const explainGone = async (
  context: Context,
  { replay: { run, begin }, typed, failure }: { replay: Replay; typed: string | undefined; failure: unknown },
): Promise<never> => {
  const { isRunGone } = await context.submission()
  if (!(failure instanceof NotFoundError) || !run || !isRunGone([failure])) throw failure
  const { displayId } = run
  const identifier = displayId && begin.project && formatIdentifier({ project: begin.project, noun: 'runs', displayId })
  throw new NotFoundError(`the run ${identifier || run.id} was deleted: there is nothing to undo`, {
    hint: context.flags().dryRun && typed === undefined ? 'testctl runs undo' : 'testctl runs undo --dry-run',
    status: failure.status,
    cause: failure,
  })
}

const fields: readonly (keyof Undone)[] = [
  'run',
  'restored',
  'unchanged',
  'touched',
  'gone',
  'comments',
  'failures',
  'created',
]

const explanation = `
Without an argument it undoes the latest submission that changed something; with
a run, the latest one into that run. Every submission prints the command that
undoes it. The command names its journal, which is kept for 30 days, or the file
of --journal. Results are restored, and the comments that the submission wrote
are deleted. A test that someone changed since stays as it is and is listed
(exit code 7). Cases, tests and runs that were created stay: delete them
yourself.`

/** Finds the submission to undo: the latest, the latest into a run, or that of a journal; `before` finds an earlier one. DECISIONS 186 */
const findSubmission = async (
  context: Context,
  service: string,
  typed: string | undefined,
): Promise<{ replay: Replay; before: () => Promise<Replay | undefined> }> => {
  const { io } = context
  const { journalFile, latestChanging, replayJournal } = await context.journals()
  const run = typed === undefined ? undefined : await runMeant(context, typed)
  if (typed !== undefined && !run)
    return { replay: await replayJournal(resolve(io.cwd, journalFile(io, typed))), before: async () => undefined }
  const replay = await latestChanging(service, io, { run })
  if (replay) return { replay, before: () => latestChanging(service, io, { run, before: replay.file }) }
  throw new NotFoundError(`no submission from here${typed === undefined ? '' : ` into ${typed}`} changed anything`, {
    hint: 'journals are kept for 30 days on the machine that submitted',
  })
}

/** Returns the command that undoes the submission before, if there is one. DECISIONS 303 */
const earlierUndo = async (
  context: Context,
  before: () => Promise<Replay | undefined>,
): Promise<string | undefined> => {
  const replay = await before()
  return replay && undoCommand(context, replay.file)
}

/** Returns the run that was typed, by identifier, id or name; undefined for a journal: an existing file, or a word like its name. */
const runMeant = async (context: Context, typed: string) => {
  const named = parseIdentifier(typed) ?? parseShortIdentifier(typed)
  if (!named && uuid.test(typed)) return { id: typed }
  if (!named && (/[\\/]|\.ndjson$|^\d{4}-\d\d-/.test(typed) || existsSync(resolve(context.io.cwd, typed))))
    return undefined
  const { identifier = '' } = await refer(context, 'runs', typed)
  return parseIdentifier(identifier)
}
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

const restoredOf = ({ restored }: Undone): string[] => restored.map(({ test }) => test)
