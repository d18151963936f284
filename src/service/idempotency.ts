import { createHash } from 'node:crypto'
import { apiCallOf, createApi } from '../contract/api-calls.ts'
import type { Api } from '../contract/index.ts'
import { keyLifetime } from '../contract/idempotency.ts'
import { RejectedError } from '../errors.ts'
import type { Work } from '../store/joint-work.ts'
import type { Store } from '../store/index.ts'
import { prepared } from '../store/prepared.ts'
import type { Row } from '../store/table-types.ts'

/** Identifies a repeated request: its sender and its Idempotency-Key. */
export type RequestIdentity = { by: string; key: string }

/**
 * Wraps the API for one request that may be sent more than once: it creates or updates once, and returns the same answer each time, for
 * a day. The same key with another request is a RejectedError (422). A request that failed leaves nothing behind and can be sent again.
 * `make` creates the API over a store; it must answer a change with the result of its only `write`. DECISIONS 59
 */
export const replaying = (
  make: (store: Store) => Api,
  { store, now, once }: { store: Store; now: () => Date; once: RequestIdentity },
): Api => {
  const api = make(store)
  return createApi((noun, verb, { route }) => {
    if (!/^(PUT|POST) /.test(route)) return apiCallOf(api, noun, verb)
    return (values, options) => {
      const replay = { id: digest(once.by, once.key), fingerprint: digest(noun, verb, values) }
      return apiCallOf(make(replayingStore(store, { ...replay, now })), noun, verb)(values, options)
    }
  })
}

type Replay = Pick<Row<'replays'>, 'id' | 'fingerprint'>

/** Returns a store that does the write of an id once, and answers a repetition with the result of the first. */
const replayingStore = (store: Store, { now, ...replay }: Replay & { now: () => Date }): Store => ({
  ...store,
  write: <T>(work: Work<T>): Promise<T> =>
    // In one transaction: a repetition that comes at the same time waits, and finds the answer.
    store.write(async (queries) => {
      const [kept] = await find(queries, { id: replay.id })
      const oldest = new Date(now().getTime() - keyLifetime * 1000).toISOString()
      if (kept && kept.created_at > oldest) return answerOf(kept, replay) as T
      const answer = await work(queries)
      const row = { ...replay, answer: JSON.stringify(answer), created_at: now().toISOString() }
      await Promise.all([forget(queries, { oldest }), keep(queries, row)])
      return answer
    }),
})

const answerOf = (kept: Row<'replays'>, { fingerprint }: Replay): unknown => {
  if (kept.fingerprint === fingerprint) return JSON.parse(kept.answer)
  throw new RejectedError('this Idempotency-Key belongs to another request, which was done', {
    status: 422,
    hint: 'give every request a key of its own, and the same one only to send it again',
  })
}

const find = prepared((queries, { id }: { id: string }) =>
  queries.selectFrom('replays').selectAll().where('id', '=', id),
)

const keep = prepared((queries, { id, ...rest }: Row<'replays'>) =>
  queries
    .insertInto('replays')
    .values({ id, ...rest })
    // An expired answer of the same id may still be there.
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest)),
)

/** Deletes expired answers: more than are added, so that none stay for long. */
const forget = prepared((queries, { oldest }: { oldest: string }) =>
  queries
    .deleteFrom('replays')
    .where('id', 'in', (replays) =>
      replays.selectFrom('replays').select('id').where('created_at', '<=', oldest).orderBy('created_at').limit(4),
    ),
)

const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
