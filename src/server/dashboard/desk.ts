import type { Keys } from '../../service/auth/keys.ts'
import { createThrottle } from '../auth/throttle.ts'
import type { DashboardDeps } from './deps.ts'
import { createTokens } from './form.ts'
import { createSessions } from './sessions.ts'

/** What the dashboard and the pages share: who is signed in, and what marks their forms. */
export const createDesk = ({ keys, now = () => new Date() }: { keys: Keys; now?: () => Date }): DashboardDeps => ({
  keys,
  now,
  sessions: createSessions({ now }),
  guess: createThrottle(() => now().getTime()),
  tokens: createTokens(),
})
