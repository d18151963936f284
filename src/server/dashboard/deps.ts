import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import type { Keys } from '../../service/auth/keys.ts'
import type { Sessions } from '../../service/auth/sessions.ts'
import type { Response } from '../../wire/message.ts'
import { createThrottle, type Throttle } from '../auth/throttle.ts'
import type { DashboardCaller } from './cookies.ts'

/** The dependencies of the dashboard and the pages: keys, clock, sessions, the throttle for wrong keys, and the store's id. */
export type DashboardDeps = { keys: Keys; now: () => Date; sessions: Sessions; throttle: Throttle; storeId: string }

/** Creates the dependencies, with a throttle that counts through `countWrongKey`. */
export const createDashboardDeps = ({
  countWrongKey,
  ...deps
}: Omit<DashboardDeps, 'throttle'> & { countWrongKey: CountWrongKey }): DashboardDeps => ({
  ...deps,
  throttle: createThrottle(countWrongKey),
})

/** Handles a submitted form, after the dashboard has checked that it came from one of its own pages. */
export type Action = (deps: DashboardDeps, caller: DashboardCaller, form: URLSearchParams) => Promise<Response>
