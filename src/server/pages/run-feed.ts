import { NotFoundError, UnauthorizedError } from '../../errors.ts'
import type { Stream } from '../../wire/message.ts'

/** A browser with the page of a run open. */
export type Viewer = {
  keyId: string
  /** Reads the state line of the run, with the rights of this viewer. */
  read: () => Promise<string>
  isSignedIn: () => Promise<boolean>
}

/** The server-sent events for the pages of runs: the run's state line each time that it changes. */
export type RunFeed = {
  /** Returns the events of a run after this line; undefined if too many pages listen. They end when the run is over. */
  follow: (identifier: string, viewer: Viewer, line: string) => Stream | undefined
}

type Follower = Viewer & { line: string; send: (line: string) => void; end: () => void }

/**
 * Creates a feed. All pages of a run share one read of a row every `every` milliseconds, so that results from other servers show, too.
 * Every `rest` milliseconds a page gets its line again, if its reader is still signed in, so that it knows that the server is alive.
 * DECISIONS 213, 476
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
      // A page whose events end asks again, and learns why. If the run is deleted, they end for all pages.
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

/** Whether a state line says that the run has tests left to do. */
export const isRunOpen = (line: string): boolean => line.startsWith('open ')
