import { UnauthorizedError } from '../../errors.ts'
import { type JointChange, jointWork, type Work } from '../../store/joint-work.ts'
import type { Snapshot } from '../../store/engine.ts'
import type { Store } from '../../store/index.ts'
import { prepared } from '../../store/prepared.ts'
import type { Queries } from '../../store/table-types.ts'
import { isKeyValid } from './key-validity.ts'

/**
 * Returns the store for the holder of one key. The transaction of the work itself checks that the key is still valid, so that a key
 * that any server revoked a moment ago reads and changes nothing. Joint work is checked once for all its items, and reads of the same
 * snapshot query the key once. DECISIONS 56, 248
 */
export const guardStore = (store: Store, { keyId, now }: { keyId: string; now: () => Date }): Store => {
  const seen = new WeakMap<Snapshot, KeyTimes>()
  const isValid = async (queries: Queries, snapshot?: Snapshot): Promise<boolean> => {
    const [key] = await timesOf(queries, { keyId })
    if (snapshot && key) seen.set(snapshot, key)
    return key !== undefined && isKeyValid(key, now())
  }
  const guarded =
    <T>(work: Work<T>) =>
    (queries: Queries, snapshot?: Snapshot): Promise<T> => {
      const known = snapshot && seen.get(snapshot)
      if (!known) return ifValid(isValid(queries, snapshot), work(queries, snapshot))
      return isKeyValid(known, now()) ? work(queries, snapshot) : Promise.reject(unauthorized())
    }
  // Returns the same function each time, because the store compares functions to find work that can be done jointly.
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

/** Returns the result of the work if the key is valid. Both were sent to the store together. */
const ifValid = async <T>(isValid: Promise<boolean>, work: Promise<T>): Promise<T> => {
  const [valid, outcome] = await Promise.allSettled([isValid, work])
  if (valid.status === 'rejected') throw valid.reason
  if (!valid.value) throw unauthorized()
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

const unauthorized = () => new UnauthorizedError('UNAUTHORIZED', { status: 401 })

type KeyTimes = Parameters<typeof isKeyValid>[0]

const timesOf = prepared((queries, { keyId }: { keyId: string }) =>
  queries.selectFrom('keys').select(['revoked_at', 'expires_at']).where('id', '=', keyId),
)
