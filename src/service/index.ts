import type { Api } from '../contract/index.ts'
import type { Store } from '../store/index.ts'
import type { Caller } from './caller.ts'
import { createCases } from './operations/cases.ts'
import { createComments } from './operations/comments.ts'
import { guardStore } from './auth/guarded-store.ts'
import { type RequestIdentity, replaying } from './idempotency.ts'
import { createMilestones } from './operations/milestones.ts'
import { createProjects } from './operations/projects.ts'
import type { KeptReads } from './kept-reads.ts'
import type { FairLimit } from '../system/async/fair-limit.ts'
import { createRuns } from './operations/runs.ts'
import { createTests } from './operations/tests.ts'

export { createApiOf, createAuthenticate, limitedTo } from './auth/authenticate.ts'
export { createKeptReads } from './kept-reads.ts'
export { createKeys } from './auth/keys.ts'
export { createReadRunRevision, type ReadRunRevision, type RunRevision } from './run-revision.ts'
export { createSearch, type Search, type SearchHit } from './search.ts'
export { createSessions } from './auth/sessions.ts'
export { createWrongKeyCounter } from './auth/wrong-keys.ts'

/**
 * Creates the service over a store: the operations, for the holder of a key. wire/expose has already checked the shape of a request;
 * checks that need the store are made here. `once` is for a request that may be sent more than once. With a `keyId`, calls fail as soon
 * as that key is invalid. A delete answers with the `requestId`. `fairLimit` bounds how many large answers are read at a time.
 * `keptReads` caches reads of one snapshot; callers must not change the answers.
 */
export const createService =
  (
    store: Store,
    now: () => Date = store.now,
    { fairLimit, keptReads }: { fairLimit?: FairLimit; keptReads?: KeptReads } = {},
  ) =>
  (
    holder: string,
    {
      once,
      keyId,
      requestId,
    }: { once?: RequestIdentity | undefined; keyId?: string | undefined; requestId?: string | undefined } = {},
  ): Api => {
    const over = (store: Store): Api => createApi({ holder, store, now, fairLimit, keptReads, requestId })
    const theirs = keyId === undefined ? store : guardStore(store, { keyId, now })
    return once ? replaying(over, { store: theirs, now, once }) : over(theirs)
  }

const createApi = (caller: Caller): Api => ({
  projects: createProjects(caller),
  cases: createCases(caller),
  runs: createRuns(caller),
  tests: createTests(caller),
  milestones: createMilestones(caller),
  comments: createComments(caller),
})
