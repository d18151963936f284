import { type BigIntStats, statSync } from 'node:fs'
import { UnavailableError } from '../../errors.ts'
import type { StoreLocation } from '../address.ts'
import type { TransactionKind } from '../engine.ts'

/**
 * Creates a check that the path of an open store still leads to the same file. It looks before each write transaction, and at most once
 * a second before read transactions. SQLite keeps using a file that was moved, and writes to a deleted file are lost when the process
 * ends. The check throws an UnavailableError (503). DECISIONS 280
 */
export const createFileGuard = (place: StoreLocation): ((kind: TransactionKind) => void) => {
  if (place.path === ':memory:') return () => undefined
  const opened = look(place)
  let lookedAt = performance.now()
  return (kind) => {
    const now = performance.now()
    if (kind === 'read' && now - lookedAt < everyMs) return
    const found = look(place)
    if (found?.ino !== opened?.ino || found?.dev !== opened?.dev)
      throw new UnavailableError(
        `the file of the store ${place.label} was moved, deleted or replaced while it was open`,
        {
          hint: 'put it back, with the files beside it, and restart each server that uses it',
          status: 503,
        },
      )
    lookedAt = now
  }
}

/** Returns the stats of a store's file, if they can be read. The inode numbers of some file systems do not fit into 53 bits. */
const look = ({ path }: StoreLocation): BigIntStats | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    // This user has lost access to its folder.
    return undefined
  }
}

const everyMs = 1000
