import { homedir } from 'node:os'
import { isAbsolute, join, posix, win32 } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { UserEnv } from '../../system/io.ts'

/** Returns the home folder of the user. Throws a UsageError if there is none. */
export const homeOf = ({ env, platform }: UserEnv): string => {
  const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homedir()
  if (!(platform === 'win32' ? win32 : posix).isAbsolute(home))
    throw new UsageError('there is no home directory to put a completion into', { hint: 'set HOME' })
  return home
}

/** Returns the folder for data of the user: XDG_DATA_HOME of the XDG base directory specification. */
export const dataHome = (surroundings: UserEnv): string =>
  given(surroundings, 'XDG_DATA_HOME') ?? join(homeOf(surroundings), '.local', 'share')

/** Returns the folder for settings of the user: XDG_CONFIG_HOME of the XDG base directory specification. */
export const configHome = (surroundings: UserEnv): string =>
  given(surroundings, 'XDG_CONFIG_HOME') ?? join(homeOf(surroundings), '.config')

// The specification says to ignore a relative path.
const given = ({ env }: UserEnv, name: string): string | undefined => {
  const value = env[name]
  return value && isAbsolute(value) ? value : undefined
}
