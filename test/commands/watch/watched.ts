import { stripVTControlCharacters } from 'node:util'
import { startRemote } from '../../helpers/remote.ts'
import { createSeededWorld } from '../../helpers/seed.ts'

const key = 'secret-key'

export type Watched = Awaited<ReturnType<typeof openWatched>>

/** Starts a seeded service that listens on a port, and the world of a user who watches it. */
export const openWatched = async () => {
  const world = await createSeededWorld()
  const remote = await startRemote(key, `file:${world.folder}/team.db`)
  return {
    world,
    /** Runs a command line against the service. Before each look at the run except the first, the next change is made. */
    watchWhile: (
      line: string,
      changes: readonly (string | (() => unknown))[],
      typed: { terminal?: number; env?: Record<string, string>; stop?: AbortSignal } = {},
    ) => {
      const queue = [...changes]
      let asked = 0
      remote.before = async ({ path }) => {
        // The first request only finds the id of the run, the second is the first look.
        if (!path.startsWith('/v1/test-runs/test-run/') || ++asked <= 2) return
        const change = queue.shift()
        if (typeof change === 'string') await world.prints(change)
        else await change?.()
      }
      const env = { TESTCTL_URL: remote.url, TESTCTL_API_KEY: key, ...typed.env }
      return world.type(`${line} --interval 20ms`, { ...typed, env })
    },
    close: async () => {
      await remote.close()
      await world.remove()
    },
  }
}

/** Changes that finish WEB-R1. */
export const both = [
  'testctl tests set WEB-T1 inProgress',
  'testctl tests set WEB-T1 failed',
  'testctl tests set WEB-T2 passed',
]

/** Returns the boards that were drawn one after the other, without escape sequences. */
export const framesOf = (stdout: string): string[] =>
  stdout
    .split('\u001b[?7l')
    .slice(1)
    .map((frame) => stripVTControlCharacters(frame).replaceAll('\r', ''))
