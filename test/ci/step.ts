import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seen } from '../helpers/world.ts'
import type { Step } from './actions.ts'
import type { Machine } from '../e2e/machine.ts'
import { builds } from '../submission/builds.ts'

/** Runs a step as its system does: the shell gets its lines in a file. testctl gets no address but that in the step's variables. */
export const runStep = async (machine: Machine, { shell, lines, env }: Step): Promise<Seen> => {
  await writeFile(join(machine.folder, '.step'), lines)
  return machine.shell(`${shell} .step`, { env: { TESTCTL_URL: undefined, PATH: '/usr/bin:/bin', ...env } })
}

/** The variables of a build, as its system sets them. */
export const variablesOf = (what: string): Record<string, string> => builds.find(([name]) => name === what)![2]
