import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import type { Keys } from '../../service/auth/keys.ts'
import type { Sessions } from '../../service/auth/sessions.ts'
import type { Response } from '../../wire/message.ts'
import { createThrottle, type Throttle } from '../auth/throttle.ts'
import type { DashboardCaller } from './cookies.ts'

/** What the dashboard and the pages need for every request: keys, sessions, the throttle for wrong keys, and which store it is. */
export type DashboardDeps = { keys: Keys; now: () => Date; sessions: Sessions; throttle: Throttle; storeId: string }

/** The same, with a throttle that counts by `countWrongKey`. */
export const createDashboardDeps = ({
  countWrongKey,
  ...deps
}: Omit<DashboardDeps, 'throttle'> & { countWrongKey: CountWrongKey }): DashboardDeps => ({
  ...deps,
  throttle: createThrottle(countWrongKey),
})

/** Does what a form asks for, once it is certain that it came from a page of ours. */
export type Action = (deps: DashboardDeps, caller: DashboardCaller, form: URLSearchParams) => Promise<Response>
