import { UnavailableError, UsageError } from '../errors.ts'
import type { Work } from './joint-work.ts'
import { migrations } from './migrations.ts'

/**
 * Throws a UsageError if a newer testctl wrote the store and this one cannot work with it. `oldest` is the oldest version that can. A
 * caller that must know everything in the store omits it, and every newer version is refused. DECISIONS 210
 */
export const refuseNewer = (label: string, version: number, oldest = version): void => {
  if (oldest > migrations.length)
    throw new UsageError(`the store ${label} was written by a newer testctl`, {
      hint: `upgrade testctl: the store has version ${version}, this one knows ${migrations.length}`,
    })
}

/** Returns the error for an open store that a newer testctl has since upgraded to a version that this one cannot work with. */
export const upgradedMeanwhile = (label: string): UnavailableError =>
  new UnavailableError(`the store ${label} was upgraded by a newer testctl`, {
    hint: 'upgrade this one as well',
    status: 503,
  })

/** Rejects when a store does not answer, or may no longer be written by this testctl. */
export const probeStore = async (store: { read: <T>(work: Work<T>) => Promise<T> }): Promise<void> => {
  const { oldest } = await store.read((queries) =>
    queries.selectFrom('about').select('oldest').executeTakeFirstOrThrow(),
  )
  if (oldest > migrations.length) throw upgradedMeanwhile('that is open')
}
