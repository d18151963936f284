import { existsSync } from 'node:fs'
import { errorMessage, UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { type Journal, openJournal } from '../../submission/journal/index.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { discard, removeOld } from '../../system/files/remove.ts'
import type { LockEnv } from '../../system/files/take-file.ts'
import type { Io } from '../../system/io.ts'
import type { ExecutionEntry, ExecutionHeader } from './entry.ts'
import { takeExecution } from './lock.ts'
import { adoptUnnamed, executionsFolder, executionFile, unsentByOthers, readExecution } from './place.ts'
import { type EarlierExecution, replayExecution } from './replay.ts'

/** The journal of an execution, and the state that earlier ones left in it. */
export type ExecutionJournal = {
  earlier: EarlierExecution
  /** Writes entries; when it resolves, they are on the disk, or writing has failed (`isKept`). */
  note: (...entries: readonly ExecutionEntry[]) => Promise<void>
  /** Whether all entries are on the disk: false if there is no journal, or writing has failed. */
  isKept: () => boolean
  /** Closes and unlocks the journal; removes it if it holds nothing that the next execution needs. */
  close: () => Promise<void>
}

type Surroundings = LockEnv & Pick<Io, 'env' | 'platform' | 'uid'>

/**
 * Opens the journal of a run, service and holder of a key, for one process at a time. Throws a UsageError if another process has it, or
 * if its file is not a journal of these. If no journal can be kept, passes the reason to `warn`, and the execution goes on without one.
 * DECISIONS 145, 230
 */
export const openExecutionJournal = async (
  header: ExecutionHeader,
  io: Surroundings,
  warn: (text: string) => void,
): Promise<ExecutionJournal> => {
  let failed = false
  const tell = (error: unknown): void => {
    if (!failed)
      warn(`no journal can be kept, so results that are not sent when this ends are lost: ${errorMessage(error)}`)
    failed = true
  }
  try {
    const folder = executionsFolder(io)
    makeFolder(folder)
    removeOld(folder, { days: 90, now: io.now() })
    adoptUnnamed(folder, header, io)
    for (const { holder, count } of unsentByOthers(folder, header, io))
      warn(
        `${counted(count, 'change')} by ${holder} in this run ${count === 1 ? 'is' : 'are'} not sent yet; to send ${count === 1 ? 'it' : 'them'}, run this command with ${holder}'s key (--profile or TESTCTL_API_KEY)`,
      )
    const file = executionFile(folder, header)
    const release = takeExecution(file, io)
    try {
      const earlier = readEarlier(file, header, io)
      const journal = await openJournal<ExecutionEntry>(file)
      await journal.note({ did: 'begin', ...header })
      const close = closing(journal, file, { io, release })
      return { earlier, note: noteLeniently(journal, tell), isKept: () => !failed, close }
    } catch (error) {
      release()
      throw error
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    tell(error)
    const note = async (): Promise<void> => undefined
    return { earlier: replayExecution('', ''), note, isKept: () => false, close: note }
  }
}

const noteLeniently =
  (journal: Journal<ExecutionEntry>, tell: (error: unknown) => void): ExecutionJournal['note'] =>
  (...entries) =>
    journal.note(...entries).catch(tell)

/** Returns the function that closes a journal, removes it if it holds nothing that the next execution needs, and unlocks it. */
const closing =
  (journal: Journal<ExecutionEntry>, file: string, { io, release }: { io: Surroundings; release: () => void }) =>
  async (): Promise<void> => {
    try {
      await journal.close()
      const left = readExecution(file, io)
      const isDrafted = left.drafts.some((draft) => existsSync(draft.file))
      if (left.pending.length === 0 && left.opened.size === 0 && left.ticks.size === 0 && !isDrafted) discard(file)
    } finally {
      release()
    }
  }

const readEarlier = (file: string, header: ExecutionHeader, io: Surroundings): EarlierExecution => {
  const earlier = readExecution(file, io)
  const { begin } = earlier
  // A journal of an older testctl has no holder.
  const isOthers = begin?.holder !== undefined && begin.holder !== header.holder
  if (begin && (begin.version !== 1 || begin.service !== header.service || begin.run !== header.run || isOthers))
    throw new UsageError(`${file} is the journal of another run`, { hint: 'move it away, and run this again' })
  return earlier
}
