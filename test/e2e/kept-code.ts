import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../../src/system/async/once.ts'
import type { Seen } from '../helpers/world.ts'
import { createMachine, type Machine } from './machine.ts'

/** Returns the folder of compiled code of a machine whose caches are in its home. */
export const codeFolder = (machine: Machine): string => join(machine.folder, '.cache/testctl/code')

/** Types a command whose compiled code is not part of the package. */
export const help = (machine: Machine, env: Record<string, string> = {}): Promise<Seen> =>
  machine.type('testctl help flags', { env })

/** Fills the code cache as a first `help` does, and returns what that printed. It is the same on each machine, so it runs only once. */
export const keepCode = async (machine: Machine): Promise<string> => {
  const { stdout, files } = await first()
  mkdirSync(codeFolder(machine), { recursive: true, mode: 0o700 })
  for (const [name, bytes] of files) writeFileSync(join(codeFolder(machine), name), bytes, { mode: 0o600 })
  return stdout
}

const first = once(async () => {
  const machine = await createMachine({ XDG_CACHE_HOME: '' })
  try {
    const { stdout } = await help(machine)
    const folder = codeFolder(machine)
    return { stdout, files: readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const) }
  } finally {
    await machine.remove()
  }
})
