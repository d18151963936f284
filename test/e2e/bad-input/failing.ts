import { expect } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import type { World } from '../../helpers/world.ts'
import { type Told, toldBy } from '../problem.ts'
import { seed } from '../seed.ts'

export const key = 'canary-0123456789'

type Typing = Pick<World, 'folder' | 'type' | 'remove'>
export type Failing<Kind extends Typing = World> = Awaited<ReturnType<typeof openFailing<Kind>>>

/** Puts a service into a file of a machine, and starts another one behind a socket, for lines that fail. */
export const openFailing = async <Kind extends Typing>(world: Kind) => {
  await seed(world.folder)
  const remote = await startRemote(key)
  return {
    world,
    remote,
    /** Types a line that has to fail, and returns its error. The error has to say what to do next, and never shows the key. */
    fails: async (line: string, typed?: Parameters<World['type']>[1]): Promise<Told> => {
      const seen = await world.type(line, typed)
      expect(seen.stdout + seen.stderr).not.toContain('canary')
      const told = toldBy(seen)
      expect(told).toMatchObject({ next: expect.stringMatching(/\S/) })
      return told
    },
    close: async () => {
      await remote.close()
      await world.remove()
    },
  }
}
