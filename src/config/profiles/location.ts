import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Io } from '../../system/io.ts'
import { configFolder } from '../../system/user-folders.ts'
import { quoteWord } from '../../system/shell-line.ts'

/** What the place of the configuration depends on. */
export type ConfigEnv = Pick<Io, 'env' | 'cwd' | 'platform'>

/**
 * The file that holds the profiles: in `TESTCTL_CONFIG_DIR`, or where the platform keeps such files.
 * Undefined where there is no home. Asks the disk nothing, creates nothing.
 */
export const configurationFile = ({ env, cwd, platform }: ConfigEnv): string | undefined => {
  if (env['TESTCTL_CONFIG_DIR']) return resolve(cwd, env['TESTCTL_CONFIG_DIR'], 'config.json')
  const folder = configFolder({ env, platform })
  return folder && join(folder, 'config.json')
}

/** Says that other users of this computer can read the configuration file, where they can. */
export const exposureOf = (surroundings: ConfigEnv): string | undefined => {
  const file = configurationFile(surroundings)
  if (file === undefined || surroundings.platform === 'win32' || !existsSync(file)) return undefined
  if ((statSync(file).mode & 0o077) === 0) return undefined
  return `other users can read ${file}; to stop that: chmod 600 ${quoteWord(file)}`
}
