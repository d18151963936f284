import { UnauthorizedError } from '../../errors.ts'
import { type JointChange, jointWork, type Work } from '../../store/joint-work.ts'
import type { Store } from '../../store/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { Queries } from '../../store/table-types.ts'
import { isKeyValid } from './key-validity.ts'

/**
 * The store for the holder of one key. The transaction of the work itself checks that the key is still valid, so
 * that a key that any server revoked a moment ago reads and changes nothing. For joint work it is checked once for all. DECISIONS 56
 */
export const guardStore = (store: Store, { keyId, now }: { keyId: string; now: () => Date }): Store => {
  const guarded =
    <T>(work: Work<T>) =>
    async (queries: Queries): Promise<T> => {
      // The two go to the store together.
      const [valid, outcome] = await Promise.allSettled([isValid(queries, { keyId, now }), work(queries)])
      if (valid.status === 'rejected') throw valid.reason
      if (!valid.value) throw new UnauthorizedError('UNAUTHORIZED', { status: 401 })
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
  // The same one each time: by it, the store sees what can be done together.
  const changes = new Map<unknown, JointChange<unknown, unknown>>()
  const guardedChange = <T>(change: JointChange<unknown, T>): JointChange<unknown, T> => {
    const known = changes.get(change) ?? ((queries, items) => guarded((inside) => change(inside, items))(queries))
    changes.set(change, known)
    return known as JointChange<unknown, T>
  }
  const guardedWork = <T>(work: Work<T>): Work<T> =>
    work.joint ? jointWork(guardedChange(work.joint.change), work.joint.item) : guarded(work)
  return { ...store, read: (work) => store.read(guarded(work)), write: (work) => store.write(guardedWork(work)) }
}

const isValid = async (queries: Queries, { keyId, now }: { keyId: string; now: () => Date }): Promise<boolean> => {
  const [key] = await validityOf(queries, { keyId })
  return key !== undefined && isKeyValid(key, now())
}

const validityOf = prepared((queries, { keyId }: { keyId: string }) =>
  queries.selectFrom('keys').select(['revoked_at', 'expires_at']).where('id', '=', keyId),
)
