import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import { createThrottle } from '../auth/throttle.ts'
import type { DashboardDeps } from './deps.ts'

/** What the dashboard and the pages share: keys, sessions, and the throttle for wrong keys. */
export const createDesk = ({
  countWrongKey,
  ...deps
}: Omit<DashboardDeps, 'guess'> & { countWrongKey: CountWrongKey }): DashboardDeps => ({
  ...deps,
  guess: createThrottle(countWrongKey),
})
