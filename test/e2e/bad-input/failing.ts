import { expect } from 'vitest'
import { startRemote } from '../../helpers/remote.ts'
import { createMachine, type Machine } from '../machine.ts'
import { type Told, toldBy } from '../problem.ts'
import { seed } from '../seed.ts'

export const key = 'canary-0123456789'

export type Failing = Awaited<ReturnType<typeof openFailing>>

/** A machine with a service in a file, another service at the end of a socket, and lines that fail. */
export const openFailing = async () => {
  const machine = await createMachine()
  await seed(machine.folder)
  const remote = await startRemote(key)
  return {
    machine,
    remote,
    /** How a line fails. Whatever it is, something to do next is said, and the key is not. */
    fails: async (line: string, typed?: Parameters<Machine['type']>[1]): Promise<Told> => {
      const seen = await machine.type(line, typed)
      expect(seen.stdout + seen.stderr).not.toContain('canary')
      const told = toldBy(seen)
      expect(told).toMatchObject({ next: expect.stringMatching(/\S/) })
      return told
    },
    close: async () => {
      await remote.close()
      await machine.remove()
    },
  }
}
