import { existsSync, statSync } from 'node:fs'
import { quoteWord } from '../../system/shell-line.ts'
import { type ConfigEnv, configurationFile } from './location.ts'

/** Returns a warning if other users of this computer can read the configuration file. */
export const exposureOf = (surroundings: ConfigEnv): string | undefined => {
  const file = configurationFile(surroundings)
  if (file === undefined || surroundings.platform === 'win32' || !existsSync(file)) return undefined
  if ((statSync(file).mode & 0o077) === 0) return undefined
  return `other users can read ${file}; to stop that: chmod 600 ${quoteWord(file)}`
}
