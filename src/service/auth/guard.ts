import { UnauthorizedError } from '../../errors.ts'
import type { Work } from '../../store/group-commit.ts'
import type { Store } from '../../store/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { Queries } from '../../store/table-types.ts'
import { isKeyValid } from './key-validity.ts'

/**
 * The store for the holder of one key. The transaction of the work itself checks that the key is still valid, so
 * that a key that any server revoked a moment ago reads and changes nothing. DECISIONS 56
 */
export const guardStore = (store: Store, { keyId, now }: { keyId: string; now: () => Date }): Store => {
  const guarded =
    <T>(work: Work<T>): Work<T> =>
    async (queries) => {
      // The two go to the store together.
      const [valid, outcome] = await Promise.allSettled([isValid(queries, { keyId, now }), work(queries)])
      if (valid.status === 'rejected') throw valid.reason
      if (!valid.value) throw new UnauthorizedError('UNAUTHORIZED', { status: 401 })
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
  return { ...store, read: (work) => store.read(guarded(work)), write: (work) => store.write(guarded(work)) }
}

const isValid = async (queries: Queries, { keyId, now }: { keyId: string; now: () => Date }): Promise<boolean> => {
  const [key] = await validityOf(queries, { keyId })
  return key !== undefined && isKeyValid(key, now())
}

const validityOf = prepared((queries, { keyId }: { keyId: string }) =>
  queries.selectFrom('keys').select(['revoked_at', 'expires_at']).where('id', '=', keyId),
)
