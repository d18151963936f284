import { timingSafeEqual } from 'node:crypto'
import type { Role } from '../../contract/roles.ts'
import type { Store } from '../../store/index.ts'
import type { Row } from '../../store/table-types.ts'
import { createBoundedMap } from '../../system/maps/bounded-map.ts'
import { keyDigest, isSecret } from './secret.ts'

/** The holder of a key; the name becomes `createdBy` and `updatedBy`. */
export type KeyHolder = { id: string; name: string; role: Role }

type Known = { holder: KeyHolder; expiresAt: number; lastUsedAt: number }

/** A query to the store, and its result once it has arrived. */
type Asked = { answer: Promise<Known | undefined>; known?: Known; holder?: Promise<KeyHolder> }

/**
 * Creates a cache that finds the holder of a key. It keeps answers of the store for three seconds, so that a request costs neither a
 * query nor a hash; the work itself checks again that the key is valid (`guarded-store.ts`). `forget` empties the cache.
 */
export const createKeyCache = ({ store, now }: { store: Store; now: () => Date }) => {
  const remembered = createBoundedMap<Asked>({
    most: 10_000,
    lasts: ttl,
    now: () => now().getTime(),
  })

  const look = (secret: string): Asked | undefined => {
    const before = remembered.get(secret)
    if (before) return before
    if (!isSecret(secret)) return undefined
    const asked: Asked = { answer: readKnown(store, keyDigest(secret)) }
    remembered.set(secret, asked)
    const drop = () => remembered.get(secret) === asked && remembered.delete(secret)
    // Only existing keys stay in the cache, so that a flood of wrong ones evicts none of them.
    asked.answer.then((known) => {
      if (known) Object.assign(asked, { known, holder: Promise.resolve(known.holder) })
      else drop()
    }, drop)
    return asked
  }

  const isValid = (known: Known): boolean => {
    const time = now().getTime()
    if (known.expiresAt <= time) return false
    if (time - known.lastUsedAt >= useInterval) recordUse(store, known, time)
    return true
  }

  return {
    /** Returns the holder of a key that is valid now; undefined for any other. */
    find: (secret: string): Promise<KeyHolder | undefined> => {
      const { known, holder, answer } = look(secret) ?? unknown
      // The same promise for each request, so that nothing is allocated.
      if (known) return isValid(known) ? holder! : nobody
      return answer.then((found) => (found && isValid(found) ? found.holder : undefined))
    },
    /** Empties the cache. */
    forget: (): void => remembered.clear(),
  }
}

const nobody = Promise.resolve(undefined)
const unknown: Asked = { answer: nobody }

// In milliseconds.
const ttl = 3000
const useInterval = 60_000

const readKnown = async (store: Store, digest: string): Promise<Known | undefined> => {
  const row = await store.read((queries) =>
    queries.selectFrom('keys').selectAll().where('hash', '=', digest).executeTakeFirst(),
  )
  // The time of the lookup reveals something about the hash only, and nothing about the key.
  if (!row || row.revoked_at !== null || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(digest))) return undefined
  return {
    holder: toHolder(row),
    expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
    lastUsedAt: row.last_used_at === null ? -Infinity : Date.parse(row.last_used_at),
  }
}

/** Returns the part of a key's row that names its holder. */
export const toHolder = ({ id, name, role }: Row<'keys'>): KeyHolder => ({ id, name, role })

/** Records when a key was used. Nothing waits for this write; if it fails, a later use records it. */
const recordUse = (store: Store, known: Known, time: number): void => {
  known.lastUsedAt = time
  const last_used_at = new Date(time).toISOString()
  store
    .write((queries) =>
      queries
        .updateTable('keys')
        .set({ last_used_at })
        .where('id', '=', known.holder.id)
        // Another server may have been later.
        .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', last_used_at)]))
        .execute(),
    )
    .catch(() => undefined)
}
