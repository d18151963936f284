import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { journalDirectory } from '../../submission/journal/index.ts'
import { type Journal, openJournal } from '../../submission/journal/index.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import type { Io } from '../../system/io.ts'
import type { ExecutionEntry, ExecutionHeader } from './entry.ts'
import { takeFile } from './lock.ts'
import { type Earlier, replayExecution } from './replay.ts'

/** The journal of an execution, and what is in it of earlier ones. */
export type ExecutionJournal = {
  earlier: Earlier
  /** Writes entries down; when it returns they are on the disk. */
  note: (...entries: readonly ExecutionEntry[]) => Promise<void>
  /** Lets go of it. */
  close: () => Promise<void>
}

type Surroundings = Pick<Io, 'env' | 'platform' | 'now' | 'pid' | 'isRunning' | 'uid'>

/**
 * Opens the journal of a run: one a run and service, for one process at a time. `warn` hears why none can be kept; the
 * execution goes on without one. DECISIONS 145
 */
export const openExecutionJournal = async (
  header: ExecutionHeader,
  io: Surroundings,
  warn: (text: string) => void,
): Promise<ExecutionJournal> => {
  let failed = false
  const tell = (error: unknown): void => {
    if (!failed)
      warn(
        `no journal is kept, so what is not sent when this ends is lost: ${error instanceof Error ? error.message : String(error)}`,
      )
    failed = true
  }
  try {
    const folder = executionsFolder(io)
    makeFolder(folder)
    removeOld(folder, io.now().getTime())
    const file = join(folder, `${digest(`${header.service}\n${header.run}`)}.ndjson`)
    const release = takeFile(`${file}.lock`, io)
    try {
      const earlier = readEarlier(file, header, io)
      const journal = await openJournal<ExecutionEntry>(file)
      await journal.note({ did: 'begin', ...header })
      return { earlier, note: noteLeniently(journal, tell), close: closing(journal, file, release) }
    } catch (error) {
      release()
      throw error
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    tell(error)
    return { earlier: replayExecution('', ''), note: async () => undefined, close: async () => undefined }
  }
}

const noteLeniently =
  (journal: Journal<ExecutionEntry>, tell: (error: unknown) => void): ExecutionJournal['note'] =>
  (...entries) =>
    journal.note(...entries).catch(tell)

/** A journal in which nothing is left that the next execution needs goes away. */
const closing = (journal: Journal<ExecutionEntry>, file: string, release: () => void) => async (): Promise<void> => {
  await journal.close()
  try {
    const left = replayExecution(readRegularFile(file, { most: largest }), file)
    if (left.pending.length === 0 && left.opened.size === 0 && left.ticks.size === 0) rmSync(file, { force: true })
  } finally {
    release()
  }
}

const readEarlier = (file: string, header: ExecutionHeader, { uid }: Surroundings): Earlier => {
  let text = ''
  try {
    text = readRegularFile(file, { most: largest, owner: uid, links: 'refused' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const earlier = replayExecution(text, file)
  const { begin } = earlier
  if (begin && (begin.version !== 1 || begin.service !== header.service || begin.run !== header.run))
    throw new UsageError(`${file} is the journal of another run`, { hint: 'move it away, and run this again' })
  return earlier
}

const executionsFolder = (io: Surroundings): string => {
  const submissions = journalDirectory(io)
  if (submissions === undefined) throw new Error('there is no home folder')
  return join(dirname(submissions), 'executions')
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const removeOld = (folder: string, now: number): void => {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const found = statSync(file, { throwIfNoEntry: false })
    if (found && found.mtimeMs < now - kept) rmSync(file, { force: true })
  }
}

// That of ten thousand tests with long notes is smaller.
const largest = 64 * 1024 * 1024
const kept = 90 * 24 * 3600 * 1000
