import { startRemote } from '../../../helpers/remote.ts'
import { createSeededWorld, type SeededWorld } from '../../../helpers/seed.ts'

/** The same service, read from its file and over HTTP, for `describe.each`. */
export const services = [{ service: 'a store' }, { service: 'a server' }] as const

/** A world with WEB as the default project, and the environment for each service. */
export type Services = {
  world: SeededWorld
  envOf: (service: (typeof services)[number]['service']) => Record<string, string>
  close: () => Promise<void>
}

export const openServices = async (): Promise<Services> => {
  const world = await createSeededWorld({ TESTCTL_PROJECT: 'WEB' })
  const remote = await startRemote('a-key-of-ana', `file:${world.folder}/team.db`)
  return {
    world,
    envOf: (service) => (service === 'a server' ? { TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'a-key-of-ana' } : {}),
    close: async () => {
      await remote.close()
      await world.remove()
    },
  }
}
