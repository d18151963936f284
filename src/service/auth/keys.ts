import { randomUUID } from 'node:crypto'
import { NotFoundError, RejectedError } from '../../errors.ts'
import type { Role } from '../../contract/roles.ts'
import type { Store } from '../../store/index.ts'
import type { Queries, Row } from '../../store/table-types.ts'
import { createKeyCache, type KeyHolder, toHolder } from './key-cache.ts'
import { isKeyValid } from './key-validity.ts'
import { looksAlike } from './similar-names.ts'
import { createSecret, keyDigest, keyHint, holdsSecret, isSecret } from './secret.ts'

/** A key as it is shown. The key itself is missing, because the store has only its hash. Times are in ISO 8601. */
export type ApiKey = KeyHolder & {
  hint: string
  state: 'valid' | 'expired' | 'revoked'
  createdAt: string
  createdBy: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

/** A new key. `secret` is known only now, and cannot be shown again. */
export type NewKey = { secret: string; key: ApiKey }

export type KeyOrder = { name: string; role: Role; createdBy: string; expiresAt?: Date | undefined }

export type Keys = {
  /**
   * Creates a key. Throws a RejectedError if another valid key has that name or a similar one (409), or if the order is not valid
   * (400).
   */
  create: (order: KeyOrder) => Promise<NewKey>
  /** Creates an owner's key if there is no key at all, as at the first start of a server; returns undefined if there is one. */
  createFirst: (order: { createdBy: string }) => Promise<NewKey | undefined>
  /** Lists all keys ever created, in the order of their creation. */
  list: () => Promise<ApiKey[]>
  /** Returns a key that is not revoked, by id, by name or by the key itself. Throws a NotFoundError if no key matches. */
  get: (named: string) => Promise<{ key: ApiKey; isLastOwner: boolean }>
  /**
   * Revokes a key, named as for `get`, and ends its sessions at once. Throws a RejectedError (409) for the last valid owner key, unless
   * `evenLast` is set.
   */
  revoke: (named: string, how: { evenLast: boolean }) => Promise<ApiKey>
  /** Returns the holder of this key; undefined unless it is valid. Repeated within seconds, it costs no query. */
  find: (secret: string) => Promise<KeyHolder | undefined>
  /** The time that decides when keys expire: that of their store. DECISIONS 209 */
  now: () => Date
}

/** Creates the management of the keys to a service, which are kept in its store. DECISIONS 56 */
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
            hint: 'make another one first, or revoke it on the machine with the store: testctl keys revoke',
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
  // Expired keys are left out, because there may be many.
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
  // People tell keys apart by their names, so every character of a name must be visible.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name))
    refuse('the name of a key has an invisible character')
  if (holdsSecret(name)) refuse('that is a key, not a name for one: a name is shown to everybody')
  if (order.expiresAt && order.expiresAt <= now) refuse('the key would have expired already')
  return { ...order, name }
}

/** Finds the key of this id, name or secret that is not revoked: of several with one name the valid one, or the newest. */
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
