import { type Remote, startRemote } from './remote.ts'
import { createSeededWorld, type SeededWorld } from './seed.ts'

const key = 'canary-0123456789'

/** A seeded world whose store is also served over HTTP. `type` runs a line that uses the server. */
export type SeededRemote = {
  world: SeededWorld
  remote: Remote
  key: string
  type: (line: string, env?: Record<string, string>) => ReturnType<SeededWorld['type']>
  close: () => Promise<void>
}

/** Creates a seeded world, and serves its store over HTTP. */
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
