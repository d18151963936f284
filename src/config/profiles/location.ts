import { join, resolve } from 'node:path'
import type { Io } from '../../system/io.ts'
import { configFolder } from '../../system/user-folders.ts'

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
