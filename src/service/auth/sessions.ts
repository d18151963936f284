import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../../store/index.ts'
import type { Queries } from '../../store/table-types.ts'
import { type KeyHolder, toHolder } from './key-cache.ts'
import { isKeyValid } from './key-validity.ts'

/** The sessions of users who are signed in to the pages of a service. A session's name is 256 random bits, which only its browser has. */
export type Sessions = {
  /** Begins a session with the key of this id, and ends the previous one of the browser (`before`); returns the new name. */
  begin: (keyId: string, before?: string) => Promise<string>
  /** Returns the holder of a session's key; undefined if the session has ended or its key is no longer valid. */
  holder: (name: string) => Promise<KeyHolder | undefined>
  end: (name: string) => Promise<void>
}

/**
 * Keeps sessions in the store, so that any server on it knows them. It holds only a digest of the name, which lets no one sign in. A
 * lookup is one query, together with the key. DECISIONS 207
 */
export const createSessions = ({ store, now = store.now }: { store: Store; now?: () => Date }): Sessions => ({
  begin: (keyId, before) => {
    const name = randomBytes(32).toString('base64url')
    return store.write(async (queries) => {
      if (before !== undefined) await remove(queries, before)
      await queries
        .insertInto('sessions')
        .values({ id: digestOf(name), key_id: keyId, created_at: now().toISOString() })
        .execute()
      await clearAway(queries, keyId, now().getTime())
      return name
    })
  },

  holder: (name) =>
    store.read(async (queries) => {
      const row = await queries
        .selectFrom('sessions')
        .innerJoin('keys', 'keys.id', 'sessions.key_id')
        .select('sessions.created_at as begun_at')
        .selectAll('keys')
        .where('sessions.id', '=', digestOf(name))
        .executeTakeFirst()
      const isOver = !row || Math.abs(now().getTime() - Date.parse(row.begun_at)) >= sessionLifetime
      return isOver || !isKeyValid(row, now()) ? undefined : toHolder(row)
    }),

  end: (name) => store.write((queries) => remove(queries, name)),
})

/** How long a session lasts, in milliseconds. */
const sessionLifetime = 8 * 3_600_000

/**
 * The maximum number of sessions of one key; one more ends the oldest. So one key can neither fill the store nor end the sessions of
 * others.
 */
const mostOfKey = 100

const remove = async (queries: Queries, name: string): Promise<void> => {
  await queries.deleteFrom('sessions').where('id', '=', digestOf(name)).execute()
}

const clearAway = async (queries: Queries, keyId: string, time: number): Promise<void> => {
  const at = (ms: number): string => new Date(ms).toISOString()
  await queries
    .deleteFrom('sessions')
    // A session that lies so far in the future was begun before the clock was set back.
    .where(({ eb, or }) =>
      or([eb('created_at', '<=', at(time - sessionLifetime)), eb('created_at', '>', at(time + sessionLifetime))]),
    )
    .execute()
  await queries
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where('key_id', '=', keyId)
        .orderBy('created_at', 'desc')
        .limit(mostOfKey)
        .offset(mostOfKey),
    )
    .execute()
}

const digestOf = (name: string): string => createHash('sha256').update(name).digest('base64url')
