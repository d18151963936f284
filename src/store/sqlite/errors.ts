import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UnavailableError, UsageError } from '../../errors.ts'
import { limitOf, mayOpen, outOfFiles } from '../../system/limits/process-limits.ts'
import { accessLine, holderLine, quoteWord, roomLine, usualShell } from '../../system/shell-line.ts'
import type { StoreLocation } from '../address.ts'

/** Explains a driver's error; returns any other error unchanged. */
export const explainSqliteError = (error: unknown, place: StoreLocation): unknown => {
  const reason = reasonOf(error)
  return reason === undefined ? error : explanations[reason]({ place, cause: error })
}

/**
 * Explains a driver's error from work on an open store. A commit that was written but could not be flushed may be kept: the next
 * process finds it in the log if the disk has it, unless the next write takes its place. DECISIONS 508
 */
export const explainSqliteWork = (error: unknown, place: StoreLocation): unknown =>
  (error as { errcode?: unknown } | undefined)?.errcode === notFlushed
    ? new UnavailableError(
        `the store ${place.label} could not be flushed to the disk: the change may or may not be stored`,
        {
          hint: 'check whether it is there before you run it again; the disk may be failing: see the log of the system',
          status: 500,
          cause: error,
        },
      )
    : explainSqliteError(error, place)

// SQLITE_IOERR_FSYNC
const notFlushed = 1034

/** Explains a driver's error from opening a store. */
export const explainSqliteOpening = (error: unknown, place: StoreLocation): unknown =>
  // SQLite creates two files beside the store: without them not even reading works.
  reasonOf(error) === 'READONLY' ? explainClosedDoor(place, error) : explainSqliteError(error, place)

/** Whether another process holds the lock. */
export const isBusy = (error: unknown): boolean => reasonOf(error) === 'BUSY'

/**
 * The advice for a damaged file. It names a new file, because a restore first backs up what it replaces, and a damaged file cannot be
 * read. DECISIONS 450
 */
export const restoringAnew =
  'restore the last backup into a new file: testctl store restore FILE --store file:./restored.db'

type Explanation = (failure: { place: StoreLocation; cause: unknown }) => Error

const explanations: Record<Reason, Explanation> = {
  BUSY: ({ place, cause }) =>
    new UnavailableError(`the store ${place.label} is locked by another process`, {
      hint: `wait until it has finished, or see who it is: ${holderLine(usualShell, place.label)}`,
      status: 503,
      cause,
    }),
  FULL: ({ place, cause }) =>
    new UnavailableError(`no space is left for the store ${place.label}; this change was not written`, {
      hint: `make room: ${roomLine(usualShell, dirname(place.label))}`,
      status: 503,
      cause,
    }),
  IOERR: ({ place, cause }) =>
    isDiskFull(place)
      ? explanations.FULL({ place, cause })
      : new UnavailableError(`the store ${place.label} could not be read or written: ${messageOf(cause)}`, {
          hint:
            limitOf('file size') === undefined
              ? 'the disk may be failing: see the log of the system'
              : 'a file may become no larger than ulimit -f says; or the disk may be failing: see the log of the system',
          status: 503,
          cause,
        }),
  CORRUPT: ({ place, cause }) =>
    new UnavailableError(`the store ${place.label} is damaged: ${messageOf(cause)}`, {
      hint: restoringAnew,
      status: 503,
      cause,
    }),
  // Reading still works, so this error comes with a write, and is sent to clients.
  READONLY: ({ place, cause }) =>
    new UnavailableError(`the store ${place.label} can be read but not written`, {
      hint: `check who may write it and its folder: ${accessLine(usualShell, place.label, dirname(place.label))}`,
      status: 503,
      cause,
    }),
  NOTADB: ({ place, cause }) => foreignFile(place, cause),
  CANTOPEN: ({ place, cause }) => explainClosedDoor(place, cause),
}

/** Returns the error for a file that is not a testctl store. */
export const foreignFile = ({ label }: StoreLocation, cause?: unknown): UsageError =>
  new UsageError(`${label} is not a testctl store`, {
    hint: 'name the file of a store or of a backup; a file that does not exist yet becomes a new store',
    cause,
  })

const explainClosedDoor = ({ label, path }: StoreLocation, cause: unknown): Error => {
  const folder = dirname(path)
  if (!kindOf(folder)?.isDirectory())
    return new UsageError(`there is no folder ${dirname(label)} for the store ${label}`, {
      hint: `mkdir -p ${quoteWord(dirname(label))}`,
      cause,
    })
  if (kindOf(path)?.isDirectory())
    return new UsageError(`${label} is a folder, not a store`, {
      hint: `name a file in it: file:${label}/team.db`,
      cause,
    })
  if (isDiskFull({ label, path })) return explanations.FULL({ place: { label, path }, cause })
  if (isReadOnlyDisk(folder))
    return new UsageError(`the store ${label} lies on a read-only file system`, {
      hint: 'SQLite writes files beside it even to read it: copy it to another disk, and name the copy',
      cause,
    })
  if (!mayOpen(filesOfStore)) return outOfFiles({ before: `the store ${label} cannot be opened: `, status: 503, cause })
  return new UsageError(`the store ${label} cannot be opened: ${messageOf(cause)}`, {
    hint: `check who may read and write it and its folder: ${accessLine(usualShell, label, dirname(label))}`,
    cause,
  })
}

// The file, the two files that SQLite creates beside it, and their folder.
const filesOfStore = 4

const kindOf = (path: string) => statSync(path, { throwIfNoEntry: false })

const isDiskFull = ({ path }: StoreLocation): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < 64 * 1024
  } catch {
    return false
  }
}

const isReadOnlyDisk = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
  }
}

// Prefers SQLite's own words, which do not differ from driver to driver.
const messageOf = (error: unknown): string => {
  const { errstr, message } = error as { errstr?: unknown; message?: unknown }
  return String(errstr ?? message ?? error)
}

// SQLite's primary result codes.
const reasons = {
  5: 'BUSY',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  // PROTOCOL: a reader lost the race for its place in the log, again and again for ten seconds. It has read nothing yet.
  15: 'BUSY',
  26: 'NOTADB',
} as const

type Reason = (typeof reasons)[keyof typeof reasons]

/** Returns the reason of an SQLite error; undefined for other codes and all other errors. */
export const reasonOf = (error: unknown): Reason | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' ? reasons[(Number(errcode) & 0xff) as keyof typeof reasons] : undefined
}
