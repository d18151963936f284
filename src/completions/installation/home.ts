import { homedir } from 'node:os'
import { isAbsolute, join, posix, win32 } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'

/** What the places of a person's files depend on. */
export type HomeEnv = Pick<Io, 'env' | 'platform'>

/** The folder of the person who types. Throws a UsageError where there is none. */
export const homeOf = ({ env, platform }: HomeEnv): string => {
  const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homedir()
  if (!(platform === 'win32' ? win32 : posix).isAbsolute(home))
    throw new UsageError('there is no home directory to put a completion into', { hint: 'set HOME' })
  return home
}

/** Where programs keep what belongs to a person: XDG base directory specification. */
export const dataHome = (surroundings: HomeEnv): string =>
  given(surroundings, 'XDG_DATA_HOME') ?? join(homeOf(surroundings), '.local', 'share')

/** Where programs keep what a person has set: XDG base directory specification. */
export const configHome = (surroundings: HomeEnv): string =>
  given(surroundings, 'XDG_CONFIG_HOME') ?? join(homeOf(surroundings), '.config')

// One that is relative is to be ignored, says the specification.
const given = ({ env }: HomeEnv, name: string): string | undefined => {
  const value = env[name]
  return value && isAbsolute(value) ? value : undefined
}
