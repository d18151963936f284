import { NotFoundError, UnauthorizedError } from '../../errors.ts'
import type { Stream } from '../../wire/message.ts'

/** A browser with the page of a run open. */
export type Viewer = {
  keyId: string
  /** Reads what the run holds, in a line, with the rights of this viewer. */
  read: () => Promise<string>
  isSignedIn: () => Promise<boolean>
}

/** What pages of runs hear, as server-sent events: a line each time that the run holds something else. */
export type RunFeed = {
  /** The events of a run from this line on; undefined where too many pages listen. They end when the run is over. */
  follow: (identifier: string, viewer: Viewer, line: string) => Stream | undefined
}

type Follower = Viewer & { line: string; send: (line: string) => void; end: () => void }

/**
 * Makes one. All pages of a run share one read of a row every `every` milliseconds, so results that came through other
 * servers show as well; every `rest` milliseconds a page hears its line again, if its reader is still signed in, so that it
 * knows that the server is there. DECISIONS 213, 476
 */
export const createRunFeed = ({ every = 2000, rest = 15_000, most = 300, mostOfKey = 20 } = {}): RunFeed => {
  const runs = new Map<string, Set<Follower>>()
  const following = () => [...runs.values()].flatMap((followers) => [...followers])

  const look = async (followers: Set<Follower>): Promise<void> => {
    const [first] = followers
    if (!first) return
    try {
      tell(followers, await first.read())
    } catch (error) {
      // The pages ask again, and hear why. A run that is gone is gone for all of them.
      const gone = error instanceof NotFoundError ? [...followers] : error instanceof UnauthorizedError ? [first] : []
      for (const follower of gone) follower.end()
    }
    setTimeout(() => void look(followers), every).unref()
  }

  const join = (identifier: string, follower: Follower): void => {
    const followers = runs.get(identifier)
    if (followers) return void followers.add(follower)
    const begun = new Set([follower])
    runs.set(identifier, begun)
    setTimeout(() => void look(begun), every).unref()
  }

  const leave = (identifier: string, follower: Follower): void => {
    const followers = runs.get(identifier)
    followers?.delete(follower)
    if (followers?.size === 0) runs.delete(identifier)
  }

  return {
    follow: (identifier, viewer, line) => {
      const all = following()
      if (all.length >= most || all.filter(({ keyId }) => keyId === viewer.keyId).length >= mostOfKey) return undefined
      return ({ send, end }) => {
        const follower = { ...viewer, line, send: (text: string) => send(`data: ${text}\n\n`), end }
        join(identifier, follower)
        const pulse = setInterval(async () => {
          if (await viewer.isSignedIn().catch(() => true)) follower.send(follower.line)
          else end()
        }, rest).unref()
        return () => {
          clearInterval(pulse)
          leave(identifier, follower)
        }
      }
    },
  }
}

const tell = (followers: ReadonlySet<Follower>, line: string): void => {
  for (const follower of followers) {
    if (follower.line !== line) follower.send(line)
    follower.line = line
    if (!isRunOpen(line)) follower.end()
  }
}

/** Whether a line says that tests are left to do. */
export const isRunOpen = (line: string): boolean => line.startsWith('open ')
