import { createHash, randomBytes } from 'node:crypto'
import { createBoundedMap } from '../../system/bounded-map.ts'

/** Somebody who signed in with a key, for eight hours at most; `notice` is said on the next page that they see. */
export type SignInSession = { keyId: string; notice?: string | undefined }

export type Sessions = {
  /** Begins one under a name that was never used before, and gives that name: it goes into a cookie. */
  begin: (keyId: string) => string
  /** The session of that name, unless it has ended. */
  find: (name: string) => SignInSession | undefined
  end: (name: string) => void
}

/** Who is signed in. Kept in the memory of this server, under a hash of the name that the browser has. */
export const createSessions = ({ now }: { now: () => Date }): Sessions => {
  const sessions = createBoundedMap<SignInSession>({ most: 1000, lasts: lifetime, now: () => now().getTime() })
  return {
    begin: (keyId) => {
      const name = randomBytes(32).toString('base64url')
      sessions.set(digestOf(name), { keyId })
      return name
    },
    find: (name) => sessions.get(digestOf(name)),
    end: (name) => sessions.delete(digestOf(name)),
  }
}

/** How long a session lasts, in milliseconds. */
export const lifetime = 8 * 3_600_000

const digestOf = (name: string): string => createHash('sha256').update(name).digest('base64')
