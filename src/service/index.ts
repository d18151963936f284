import type { Api } from '../contract/index.ts'
import type { Store } from '../store/index.ts'
import type { Caller } from './caller.ts'
import { createCases } from './operations/cases.ts'
import { createComments } from './operations/comments.ts'
import { guardStore } from './auth/guard.ts'
import { type Once, replaying } from './idempotency.ts'
import { createMilestones } from './operations/milestones.ts'
import { createProjects } from './operations/projects.ts'
import type { Places } from './rows/room.ts'
import { createRuns } from './operations/runs.ts'
import { createTests } from './operations/tests.ts'

export { createApiOf, createAuthenticate, limitedTo } from './auth/authenticate.ts'
export { createKeys } from './auth/keys.ts'

/**
 * What the service does, over a store: the 26 operations on behalf of the holder of a key. The shape of requests has been
 * checked before (wire/expose); what needs the store is checked here. `once` is for a request that may come more than once.
 * With a `keyId`, only as long as that key is valid. A delete answers with the `requestId`. Where `places` gives out places for large answers, their size is bounded.
 */
export const createService =
  (store: Store, now: () => Date = () => new Date(), { places }: { places?: Places } = {}) =>
  (
    holder: string,
    {
      once,
      keyId,
      requestId,
    }: { once?: Once | undefined; keyId?: string | undefined; requestId?: string | undefined } = {},
  ): Api => {
    const over = (store: Store): Api => createApi({ holder, store, now, places, requestId })
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
