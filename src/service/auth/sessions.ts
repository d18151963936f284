import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../../store/index.ts'
import type { Queries } from '../../store/table-types.ts'
import { type KeyHolder, toHolder } from './key-cache.ts'
import { isKeyValid } from './key-validity.ts'

/** Who is signed in to the pages of a service. A session has a name of 256 random bits, which only its browser has. */
export type Sessions = {
  /** Begins a session with the key of this id, and ends the one that the browser had; returns its name. */
  begin: (keyId: string, before?: string) => Promise<string>
  /** Who has the key of a session; undefined once the session has ended, or its key is not valid any more. */
  holder: (name: string) => Promise<KeyHolder | undefined>
  end: (name: string) => Promise<void>
}

/**
 * Keeps sessions in the store, so that any server on it knows them: a digest of the name alone, which opens nothing. To
 * look one up is one query, with its key. DECISIONS 207
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

/** How many sessions one key has at once; beyond, the oldest ends. So one key cannot fill the store or end the sessions of others. */
const mostOfKey = 100

const remove = async (queries: Queries, name: string): Promise<void> => {
  await queries.deleteFrom('sessions').where('id', '=', digestOf(name)).execute()
}

const clearAway = async (queries: Queries, keyId: string, time: number): Promise<void> => {
  const at = (ms: number): string => new Date(ms).toISOString()
  await queries
    .deleteFrom('sessions')
    // What lies so far ahead was begun by a clock that has been set back since.
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
