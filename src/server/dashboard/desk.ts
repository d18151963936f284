import type { CountWrongKey } from '../../service/auth/wrong-keys.ts'
import { createThrottle } from '../auth/throttle.ts'
import type { DashboardDeps } from './deps.ts'

/** What the dashboard and the pages share: the keys, who is signed in, and how long whoever guesses is asked to wait. */
export const createDesk = ({
  countWrongKey,
  ...deps
}: Omit<DashboardDeps, 'guess'> & { countWrongKey: CountWrongKey }): DashboardDeps => ({
  ...deps,
  guess: createThrottle(countWrongKey),
})
