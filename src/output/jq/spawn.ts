import { pipeChild, type Piped } from '../../system/child-process.ts'
import type { Io } from '../../system/io.ts'

/** Starts jq with these words. Removes the variables of testctl, above all its key, from the environment of jq. */
export const pipe = ({ cwd, env }: Io, program: Program, more: readonly string[]): Piped =>
  pipeChild([...program, ...more], { cwd, env: withoutOurs(env) })

const withoutOurs = (env: Io['env']): Io['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^TESTCTL_(?!NO_CACHE$)/i.test(name)))

/** The first words of the command line that runs jq. */
export type Program = readonly string[]
