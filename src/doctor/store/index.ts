import type { Io } from '../../system/io.ts'
import type { StoreLocation } from '../../store/address.ts'
import { after, skip } from '../finding.ts'
import type { RunCheck } from '../run-check.ts'
import { checkDisk, checkFile, checkFolder, checkLock, checkStore } from './checks.ts'

/** Runs the checks of a service in a file, each after those that it needs. */
export const examineFile = async (
  place: StoreLocation,
  { io, limit, look }: { io: Pick<Io, 'env' | 'platform' | 'stop'>; limit: number; look: RunCheck },
): Promise<void> => {
  if (place.path === ':memory:') {
    for (const name of fileChecks) await look(name, () => skip('it is in memory, and gone when a command ends'))
    return
  }
  // At most half of a check's time limit, so that the check ends with the error about the lock, not with a timeout.
  const busyTimeout = { limit: Math.min(limit / 2, 2000), isOver: () => io.stop.aborted }
  const folder = await look('folder', () => checkFolder(place, io))
  const file = await look('file', () => (folder ? checkFile(place, io) : after('folder')))
  await look('disk', () => (folder ? checkDisk(place, io) : after('folder')))
  const nothing = file === 'missing' ? skip('there is no file yet') : after('file')
  const store = await look('store', () => (file === 'there' ? checkStore(place, busyTimeout) : nothing))
  await look('lock', () => (store ? checkLock(place, busyTimeout) : file === 'there' ? after('store') : nothing))
}

const fileChecks = ['folder', 'file', 'disk', 'store', 'lock']
