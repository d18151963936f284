import { randomUUID } from 'node:crypto'
import { NotFoundError, RejectedError } from '../../errors.ts'
import type { Role } from '../../contract/roles.ts'
import type { Store } from '../../store/index.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { createKeyCache, type KeyHolder, toHolder } from './key-cache.ts'
import { isKeyValid } from './key-validity.ts'
import { looksAlike } from './similar-names.ts'
import { createSecret, keyDigest, keyHint, holdsSecret, isSecret } from './secret.ts'

/** A key as it is shown: everything but the key itself, of which the store has a hash only. Times are in ISO 8601. */
export type ApiKey = KeyHolder & {
  hint: string
  state: 'valid' | 'expired' | 'revoked'
  createdAt: string
  createdBy: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

/** A new key: the only time that `secret` is known and can be shown. */
export type NewKey = { secret: string; key: ApiKey }

export type KeyOrder = { name: string; role: Role; createdBy: string; expiresAt?: Date | undefined }

export type Keys = {
  /** Makes a key. A name that another valid key has is a RejectedError (409), one that cannot be shown is one too (400). */
  create: (order: KeyOrder) => Promise<NewKey>
  /** Makes an owner's key where there is no key at all, as at the first start of a server; undefined where there is one. */
  createFirst: (order: { createdBy: string }) => Promise<NewKey | undefined>
  /** All keys that ever were, in the order of their creation. */
  list: () => Promise<ApiKey[]>
  /** A key that is not revoked, named by id, by name or by the key itself; NotFoundError where there is none. */
  get: (named: string) => Promise<{ key: ApiKey; isLastOwner: boolean }>
  /**
   * Revokes a key at once and the sessions that began with it, named as for `get`. The last key that can manage keys is revoked only with `evenLast`:
   * without, it is a RejectedError (409).
   */
  revoke: (named: string, how: { evenLast: boolean }) => Promise<ApiKey>
  /** The holder of this key; undefined unless it is valid. Asked again within seconds, it costs no query. */
  find: (secret: string) => Promise<KeyHolder | undefined>
  /** The time by which keys expire: that of their store. DECISIONS 209 */
  now: () => Date
}

/** The keys to a service, in its store. DECISIONS 56 */
export const createKeys = ({ store, now = store.now }: { store: Store; now?: () => Date }): Keys => {
  const recognition = createKeyCache({ store, now })
  return {
    create: (order) => store.write((queries) => insert(queries, checked(order, now()), now())),

    createFirst: ({ createdBy }) =>
      store.write(async (queries) => {
        if (await queries.selectFrom('keys').select('id').limit(1).executeTakeFirst()) return undefined
        return insert(queries, { name: 'owner', role: 'owner', createdBy }, now())
      }),

    list: () =>
      store.read(async (queries) => {
        const rows = await queries.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute()
        return rows.map((row) => toKey(row, now()))
      }),

    get: (named) =>
      store.read(async (queries) => {
        const row = await findOpen(queries, named, now())
        return { key: toKey(row, now()), isLastOwner: await isLastOwner(queries, row, now()) }
      }),

    revoke: async (named, { evenLast }) => {
      const row = await store.write(async (queries) => {
        const found = await findOpen(queries, named, now())
        if (!evenLast && (await isLastOwner(queries, found, now())))
          throw new RejectedError(`${found.name} is the last owner key: without it, no one could manage the keys`, {
            status: 409,
            hint: 'make another one first, or revoke it where the store is: testctl keys revoke',
          })
        const revoked_at = now().toISOString()
        await queries.updateTable('keys').set({ revoked_at }).where('id', '=', found.id).execute()
        await queries.deleteFrom('sessions').where('key_id', '=', found.id).execute()
        return { ...found, revoked_at }
      })
      recognition.forget()
      return toKey(row, now())
    },

    find: recognition.find,
    now,
  }
}

const insert = async (queries: Queries, order: KeyOrder, now: Date): Promise<NewKey> => {
  const { name, role, createdBy, expiresAt } = order
  // Those that expired may be many.
  const others = await queries
    .selectFrom('keys')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .execute()
  const alike = others.find((row) => looksAlike(row.name, name))
  if (alike)
    throw new RejectedError(
      alike.name === name ? `there is a key ${name} already` : `that looks like the name of the key ${alike.name}`,
      { status: 409, hint: 'choose another name, or revoke the other key first' },
    )
  const secret = createSecret()
  const row: Row<'keys'> = {
    id: randomUUID(),
    name,
    role,
    hash: keyDigest(secret),
    hint: keyHint(secret),
    created_at: now.toISOString(),
    created_by: createdBy,
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: null,
    last_used_at: null,
  }
  await queries.insertInto('keys').values(row).execute()
  return { secret, key: toKey(row, now) }
}

const checked = (order: KeyOrder, now: Date): KeyOrder => {
  const name = order.name.trim().normalize('NFC')
  const refuse = (message: string): never => {
    throw new RejectedError(message, { status: 400 })
  }
  if (name === '') refuse('a key needs a name, such as its user or its job')
  if ([...name].length > 100) refuse('the name of a key has 100 characters at most')
  // People tell keys apart by their names, so that every character of a name must be visible.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name))
    refuse('the name of a key holds a character that is not seen')
  if (holdsSecret(name)) refuse('that is a key, not a name for one: a name is shown to everybody')
  if (order.expiresAt && order.expiresAt <= now) refuse('the key would have expired already')
  return { ...order, name }
}

/** The key of this name that is not revoked yet; of several the valid one, else the newest. */
const findOpen = async (queries: Queries, named: string, now: Date): Promise<Row<'keys'>> => {
  const rows = await queries
    .selectFrom('keys')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where((key) =>
      isSecret(named)
        ? key('hash', '=', keyDigest(named))
        : key.or([key('id', '=', named), key('name', '=', named.normalize('NFC'))]),
    )
    .orderBy('created_at', 'desc')
    .execute()
  const row = rows.find(({ id }) => id === named) ?? rows.find((one) => isKeyValid(one, now)) ?? rows[0]
  if (row) return row
  const shown = isSecret(named) ? keyHint(named) : holdsSecret(named) ? 'like this' : named
  throw new NotFoundError(`there is no key ${shown} that could be revoked`, { status: 404 })
}

const isLastOwner = async (queries: Queries, row: Row<'keys'>, now: Date): Promise<boolean> => {
  if (row.role !== 'owner' || !isKeyValid(row, now)) return false
  const owners = await queries.selectFrom('keys').selectAll().where('role', '=', 'owner').execute()
  return !owners.some((owner) => owner.id !== row.id && isKeyValid(owner, now))
}

const toKey = (row: Row<'keys'>, now: Date): ApiKey => ({
  ...toHolder(row),
  hint: row.hint,
  state: row.revoked_at !== null ? 'revoked' : isKeyValid(row, now) ? 'valid' : 'expired',
  createdAt: row.created_at,
  createdBy: row.created_by,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})
