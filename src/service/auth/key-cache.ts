import { timingSafeEqual } from 'node:crypto'
import type { Role } from '../../contract/roles.ts'
import type { Store } from '../../store/index.ts'
import type { Row } from '../../store/table-types.ts'
import { createBoundedMap } from '../../system/bounded-map.ts'
import { keyDigest, isSecret } from './secret.ts'

/** The holder of a key: the name stands in `createdBy` and `updatedBy`. */
export type KeyHolder = { id: string; name: string; role: Role }

type Known = { holder: KeyHolder; expiresAt: number; lastUsedAt: number }

/** A question to the store, and its answer once that is there. */
type Asked = { answer: Promise<Known | undefined>; known?: Known; holder?: Promise<KeyHolder> }

/**
 * Finds the holder of a key. An answer of the store is kept for three seconds, so that a request costs no query and no hash of
 * its own; the work itself checks again that the key is valid (`guarded-store.ts`). `forget` drops what was kept.
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
    // Only existing keys are remembered, so that a flood of wrong ones drives out none of them.
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
    /** The holder of a key that is valid now; undefined for any other. */
    find: (secret: string): Promise<KeyHolder | undefined> => {
      const { known, holder, answer } = look(secret) ?? unknown
      // The same promise for each request: nothing is made for it.
      if (known) return isValid(known) ? holder! : nobody
      return answer.then((found) => (found && isValid(found) ? found.holder : undefined))
    },
    /** Asks the store again from now on. */
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
  // How long the search took tells something of the hash alone, from which nothing follows for the key.
  if (!row || row.revoked_at !== null || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(digest))) return undefined
  return {
    holder: toHolder(row),
    expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
    lastUsedAt: row.last_used_at === null ? -Infinity : Date.parse(row.last_used_at),
  }
}

/** The part of a key's row that names its holder. */
export const toHolder = ({ id, name, role }: Row<'keys'>): KeyHolder => ({ id, name, role })

/** Nothing waits for this write, and a store that cannot take it now is asked again soon. */
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
