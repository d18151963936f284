import { type BigIntStats, statSync } from 'node:fs'
import { UnavailableError } from '../../errors.ts'
import type { StoreLocation } from '../address.ts'
import type { TransactionKind } from '../engine.ts'

/**
 * Looks, for a store that was just opened, whether its path still leads to that file: before each transaction of writes, and
 * once a second before one of reads. SQLite goes on with the file that it has open, wherever that was moved, and what is
 * written into one that was deleted is gone with the process. Throws an UnavailableError (503). DECISIONS 280
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
          hint: 'put it back, with the files beside it; a server that was started before is to be started again',
          status: 503,
        },
      )
    lookedAt = now
  }
}

/** What is at its path, if that can be seen. The numbers of some file systems do not fit into 53 bits. */
const look = ({ path }: StoreLocation): BigIntStats | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    // Its folder was closed to this user.
    return undefined
  }
}

const everyMs = 1000
