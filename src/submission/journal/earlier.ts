import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../errors.ts'
import { isStillRunning, type LockEnv } from '../../system/files/take-file.ts'
import type { Io } from '../../system/io.ts'
import { replaysOf } from './directory.ts'
import type { JournalHeader } from './entry.ts'
import { replayJournal, type Replay } from './replay.ts'
import { isWithoutEntries } from './writer.ts'

/** The process that opens a journal, and where its journals are. */
export type JournalEnv = LockEnv & Pick<Io, 'env' | 'platform' | 'cwd' | 'uid'>

/**
 * Returns the unfinished earlier try that this submission would continue; opens nothing. Throws if the journal that the user named
 * could not be written. DECISIONS 545
 */
export const findSame = async (
  begin: JournalHeader,
  named: string | undefined,
  io: JournalEnv,
): Promise<Replay | undefined> => {
  if (named === undefined) {
    for await (const replay of unfinishedLike(begin, io)) if (isSame(replay, begin)) return replay
    return undefined
  }
  const file = resolve(io.cwd, named)
  if (!existsSync(file)) return undefined
  accessSync(file, constants.W_OK)
  if (await isWithoutEntries(file)) return undefined
  const known = await replayJournal(file)
  refuseOther(known, begin, io)
  return known
}

/** Throws a UsageError if a journal that the user named is not that of an unfinished earlier try of this submission. */
export const refuseOther = (known: Replay, begin: JournalHeader, io: JournalEnv): void => {
  if (known.complete || !isSame(known, begin) || !hasProcessEnded(known, io))
    throw new UsageError(`${known.file} is the journal of another submission`, {
      hint: 'give another file to --journal',
    })
}

/** Yields the unfinished earlier tries of the same reports to the same place, the latest first. */
export const unfinishedLike = (begin: JournalHeader, io: JournalEnv): AsyncGenerator<Replay> =>
  unfinished(io, (known) => isAlike(known, begin))

/** Yields the wanted submissions that did not finish and whose processes have ended, the latest first. */
const unfinished = async function* (
  io: JournalEnv,
  isWanted: (begin: JournalHeader) => boolean,
): AsyncGenerator<Replay> {
  for await (const replay of replaysOf(io, { isWanted, ends: 'open' }))
    if (!replay.complete && hasProcessEnded(replay, io)) yield replay
}

/** Returns the latest unfinished submission to a service, or undefined. */
export const latestUnfinished = async (service: string, io: JournalEnv): Promise<Replay | undefined> => {
  for await (const replay of unfinished(io, (begin) => begin.service === service)) return replay
  return undefined
}

/** A run, by its id or by its project and number. */
export type RunWanted = { id: string } | { project: string; displayId: number }

/**
 * Returns the latest submission to a service that changed something, or may have (DECISIONS 537), and is not in progress, or
 * undefined. With `run`, only one into that run; with `before`, the path of a journal, only another one that was not undone.
 */
export const latestChanging = async (
  service: string,
  io: JournalEnv,
  { run, before }: { run?: RunWanted | undefined; before?: string },
): Promise<Replay | undefined> => {
  const isInto = ({ run: into, begin }: Replay): boolean => {
    if (!run) return true
    if ('id' in run) return into?.id === run.id
    return into?.displayId === run.displayId && begin.project?.toUpperCase() === run.project.toUpperCase()
  }
  const hasChanged = (replay: Replay): boolean =>
    (replay.unclear || replay.set.size + replay.commented.length > 0) &&
    (replay.complete || hasProcessEnded(replay, io))
  const isEarlier = ({ file, undone }: Replay): boolean => before === undefined || (file !== before && !undone)
  for await (const replay of replaysOf(io, { isWanted: (begin) => begin.service === service, ends: 'anyhow' }))
    if (hasChanged(replay) && isInto(replay) && isEarlier(replay)) return replay
  return undefined
}

/** Whether two are the same submission: the same results, of the same files, to the same place. */
export const isSame = (replay: Replay, other: JournalHeader): boolean =>
  isAlike(replay.begin, other) &&
  replay.begin.digest === other.digest &&
  JSON.stringify(replay.begin.written) === JSON.stringify(other.written)

const isAlike = (begin: JournalHeader, other: JournalHeader): boolean =>
  begin.service === other.service &&
  begin.project === other.project &&
  begin.target === other.target &&
  JSON.stringify(begin.files) === JSON.stringify(other.files)

// A submission whose process still exists is in progress. DECISIONS 374
export const hasProcessEnded = ({ begin: { pid, start, at } }: Replay, io: JournalEnv): boolean =>
  !isStillRunning({ pid, start, ago: io.now().getTime() - Date.parse(at) }, io)
