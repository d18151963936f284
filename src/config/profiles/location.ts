import { join, resolve } from 'node:path'
import type { Io } from '../../system/io.ts'
import { configFolder } from '../../system/user-folders.ts'

/** The part of an Io that the place of the configuration depends on. */
export type ConfigEnv = Pick<Io, 'env' | 'cwd' | 'platform'>

/**
 * Returns the file for the profiles: in `TESTCTL_CONFIG_DIR`, or in the platform's folder for settings. Undefined if there is no home. Does
 * not look whether the file exists, and creates nothing.
 */
export const configurationFile = ({ env, cwd, platform }: ConfigEnv): string | undefined => {
  if (env['TESTCTL_CONFIG_DIR']) return resolve(cwd, env['TESTCTL_CONFIG_DIR'], 'config.json')
  const folder = configFolder({ env, platform })
  return folder && join(folder, 'config.json')
}
