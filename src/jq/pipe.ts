import { pipeChild, type Piped } from '../child.ts'
import type { Io } from '../io.ts'
import type { Program } from './program.ts'

/** Begins jq with these words. What is of testctl in the environment, its key above all, is none of its business. */
export const pipe = ({ cwd, env }: Io, { words, node }: Program, more: readonly string[]): Piped =>
  pipeChild([...words, ...more], { cwd, env: withoutOurs(env), node })

const withoutOurs = (env: Io['env']): Io['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^TESTCTL_(?!NO_CACHE$)/i.test(name)))
