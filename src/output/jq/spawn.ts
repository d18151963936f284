import { pipeChild, type Piped } from '../../system/child-process.ts'
import type { Io } from '../../system/io.ts'

/** Begins jq with these words. What is of testctl in the environment, its key above all, is none of its business. */
export const pipe = ({ cwd, env }: Io, program: Program, more: readonly string[]): Piped =>
  pipeChild([...program, ...more], { cwd, env: withoutOurs(env) })

const withoutOurs = (env: Io['env']): Io['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^TESTCTL_(?!NO_CACHE$)/i.test(name)))

/** How jq is run: its first words. */
export type Program = readonly string[]
