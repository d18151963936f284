import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorMessage, TestctlError, UnavailableError, UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { discard } from '../../system/files/remove.ts'
import { quoteWord } from '../../system/shell-line.ts'
import type { JournalHeader } from './entry.ts'
import { type Journal, lenient, noJournal, openJournal } from './writer.ts'
import { takeSubmission } from './lock.ts'
import { newJournalFile, journalDirectory } from './directory.ts'
import { findSame, refuseOther, hasProcessEnded, isSame, type JournalEnv, unfinishedLike } from './earlier.ts'
import { replayJournal, type Replay } from './replay.ts'
import { journalProblem, strict } from './strict.ts'

/** The journal of a submission, and the state of an earlier try that did not finish. */
export type Chosen = { journal: Journal; earlier: Replay | undefined }

/**
 * Opens the journal of a submission: that of an unfinished earlier try, or a new one. `named` is the file that
 * the user asked for, or `none`. If the user named no journal and it cannot be written, warns and continues with
 * no journal: the submission matters more. DECISIONS 38
 */
export const chooseJournal = async (
  begin: JournalHeader,
  {
    named,
    dryRun = false,
    resumed,
    io,
    warn,
  }: {
    named: string | undefined
    /** Whether to open and write no journal, and only look for the earlier try. DECISIONS 545 */
    dryRun?: boolean
    /** The submission that the user asked to resume. */
    resumed?: Replay | undefined
    io: JournalEnv
    warn: (text: string) => void
  },
): Promise<Chosen> => {
  if (named === 'none') return { journal: noJournal, earlier: undefined }
  if (dryRun) {
    const find = () => findSame(begin, named, io).catch((error: unknown) => refuse(error, otherJournal))
    return { journal: noJournal, earlier: resumed ?? (await find()) }
  }
  if (resumed)
    return goOn(resumed, begin, { io, open: openJournal }).then(
      ({ journal, earlier }) => ({ journal: strict(journal), earlier }),
      (error: unknown) => refuse(error, 'nothing was sent; once it can be written, run it again'),
    )
  if (named !== undefined) return chooseNamed(begin, resolve(io.cwd, named), io)
  const tell = (error: unknown, left?: string) =>
    warn(
      `no journal is kept, so this submission can't be undone: ${diskProblem(error) ?? errorMessage(error)}${left ? `; ${left}` : ''}`,
    )
  const open = async (file: string) =>
    lenient(await openJournal(file), (error) => {
      // An incomplete journal would undo, or finish, only a part. One that a kill cut off is whole up to there, and stays. DECISIONS 412
      discard(file)
      // On a disk that became read-only the file stays: the same submission, or --resume, would continue it.
      tell(error, existsSync(file) ? `remove the rest of it when you can: rm ${quoteWord(file)}` : undefined)
    })
  const directory = journalDirectory(io)
  try {
    if (directory === undefined) throw new Error('there is no home directory')
    const { chosen, changed } = await findEarlier(begin, { io, open })
    if (chosen) return chosen
    if (changed?.createdRun)
      warn(
        `the submission of ${changed.begin.at} created the run ${changed.createdRun.name} and was interrupted; the reports have changed since then, so this is a new submission`,
      )
    const journal = await open(newJournalFile(directory, io))
    await journal.note({ did: 'begin', ...begin })
    return { journal, earlier: undefined }
  } catch (error) {
    tell(error)
    return { journal: noJournal, earlier: undefined }
  }
}

type Opening = { io: JournalEnv; open: (file: string) => Promise<Journal> }

/** Continues the journal of an unfinished submission; reads it again, because another process may have resumed it. DECISIONS 390 */
const goOn = ({ file }: Replay, begin: JournalHeader, { io, open }: Opening): Promise<Chosen> =>
  alone(file, io, async () => {
    const earlier = await replayJournal(file)
    if (earlier.complete) throw new UsageError('that submission is complete: nothing is left to do', { hint: file })
    if (!hasProcessEnded(earlier, io))
      throw new UnavailableError(`this submission is at work already (process ${earlier.begin.pid})`, {
        hint: 'wait for it to end',
      })
    const journal = await open(file)
    await journal.note({ did: 'begin', ...begin }).catch(async (error: unknown) => {
      await journal.close()
      throw error
    })
    return { journal, earlier }
  })

const otherJournal = 'give another file to --journal, or --journal none'

/** Throws a UsageError for a journal that cannot be written from the start; rethrows a TestctlError as it is. */
const refuse = (error: unknown, hint: string): never => {
  if (error instanceof TestctlError) throw error
  throw new UsageError(`the journal cannot be written: ${journalProblem(error)}`, { hint, cause: error })
}

/** Runs `work` under the lock of a journal: no other process begins, resumes or undoes its submission meanwhile. */
const alone = async <T>(file: string, io: JournalEnv, work: () => Promise<T>): Promise<T> => {
  makeFolder(dirname(file))
  const release = takeSubmission(file, io)
  return work().finally(release)
}

const chooseNamed = async (begin: JournalHeader, file: string, io: JournalEnv): Promise<Chosen> => {
  let journal: Journal | undefined
  let known: Replay | undefined
  try {
    return await alone(file, io, async () => {
      journal = await openJournal(file)
      known = journal.isNew ? undefined : await replayJournal(file)
      if (known) refuseOther(known, begin, io)
      await journal.note({ did: 'begin', ...begin })
      return { journal: strict(journal), earlier: known }
    })
  } catch (error) {
    await journal?.close().catch(() => undefined)
    // With another journal, everything that the earlier try created would be created again.
    const others = known ? 'once it can be written, run it again' : otherJournal
    return refuse(error, `nothing was sent; ${others}`)
  }
}

/** Opens the journal of an unfinished earlier try. `changed` is a try that created a run, but whose reports have changed since. */
const findEarlier = async (
  begin: JournalHeader,
  opening: Opening,
): Promise<{ chosen?: Chosen; changed?: Replay | undefined }> => {
  let changed: Replay | undefined
  for await (const replay of unfinishedLike(begin, opening.io)) {
    if (!isSame(replay, begin)) {
      if (replay.createdRun) changed ??= replay
      continue
    }
    const chosen = await goOn(replay, begin, opening).catch((error: unknown) => {
      // Another process was quicker: this becomes a separate submission, as beside any other that is in progress.
      if (error instanceof TestctlError) return undefined
      throw error
    })
    if (chosen) return { chosen }
  }
  return { changed }
}
