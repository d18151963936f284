import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { Io } from '../../system/io.ts'

/** What the place of the configuration depends on. */
export type ConfigEnv = Pick<Io, 'env' | 'cwd' | 'platform'>

/**
 * The file that holds the profiles: in `TESTCTL_CONFIG_DIR`, or where the platform keeps such files.
 * Undefined where there is no home. Asks the disk nothing, creates nothing.
 */
export const configurationFile = ({ env, cwd, platform }: ConfigEnv): string | undefined => {
  if (env['TESTCTL_CONFIG_DIR']) return resolve(cwd, env['TESTCTL_CONFIG_DIR'], 'config.json')
  const base = platform === 'win32' ? roaming(env) : configHome(env)
  return base === undefined ? undefined : join(base, 'testctl', 'config.json')
}

type Environment = Io['env']

const roaming = (env: Environment): string | undefined => {
  if (env['APPDATA']) return env['APPDATA']
  const home = env['USERPROFILE'] || systemHome()
  return home && join(home, 'AppData', 'Roaming')
}

// A relative XDG_CONFIG_HOME is to be ignored, says the XDG base directory specification.
const configHome = (env: Environment): string | undefined => {
  const xdg = env['XDG_CONFIG_HOME']
  if (xdg && isAbsolute(xdg)) return xdg
  const home = env['HOME'] || systemHome()
  return home && join(home, '.config')
}

const systemHome = (): string | undefined => {
  try {
    return homedir() || undefined
  } catch {
    return undefined
  }
}

/** Says that other users of this computer can read the configuration file, where they can. */
export const exposureOf = (surroundings: ConfigEnv): string | undefined => {
  const file = configurationFile(surroundings)
  if (file === undefined || surroundings.platform === 'win32' || !existsSync(file)) return undefined
  if ((statSync(file).mode & 0o077) === 0) return undefined
  return `other users can read ${file}; to stop that: chmod 600 ${file}`
}
