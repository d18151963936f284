import { type Remote, startRemote } from './remote.ts'
import { createSeededWorld, type SeededWorld } from './seed.ts'

const key = 'canary-0123456789'

/** A world in use, its store served over HTTP as well, and what is typed there. */
export type SeededRemote = {
  world: SeededWorld
  remote: Remote
  key: string
  type: (line: string, env?: Record<string, string>) => ReturnType<SeededWorld['type']>
  close: () => Promise<void>
}

/** Serves the store of a world that is in use. */
export const startSeededRemote = async (create = createSeededWorld): Promise<SeededRemote> => {
  const world = await create()
  const remote = await startRemote(key, `file:${world.folder}/team.db`)
  return {
    world,
    remote,
    key,
    type: (line, env) => world.type(line, { env: { ...env, TESTCTL_URL: remote.url, TESTCTL_API_KEY: key } }),
    close: async () => {
      await remote.close()
      await world.remove()
    },
  }
}
