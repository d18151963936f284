import { join } from 'node:path'
import { freePort } from '../../../helpers/ports.ts'
import { startRemote } from '../../../helpers/remote.ts'
import { createSeededWorld } from '../../../helpers/seed.ts'
import { openKeyboard } from './keyboard.ts'

/** Makes a seeded world and a service on its store that listens on a real port. Returns functions to execute runs there. */
export const openServed = async () => {
  const world = await createSeededWorld()
  const remote = await startRemote('key', `file:${join(world.folder, 'team.db')}`, await freePort())
  return {
    world,
    remote,
    execute: async (run: string, flags = '', more: Record<string, string> = {}) => {
      const env = { ...world.env, ...more, TESTCTL_URL: remote.url, TESTCTL_API_KEY: 'key', NO_COLOR: '1' }
      const session = openKeyboard(`testctl runs execute ${run} --plain ${flags}`, { env, cwd: world.folder })
      await session.see(/all keys\.\n/)
      return session
    },
    held: (run: string): Promise<string> => world.prints(`testctl tests list ${run} --columns result`),
    close: async () => {
      await remote.close()
      await world.remove()
    },
  }
}
