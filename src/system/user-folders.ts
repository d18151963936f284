import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Io } from './io.ts'

/** What the folders of a user depend on. */
export type FolderEnv = Pick<Io, 'env' | 'platform'>

/**
 * The folder of what can be made again: names for Tab, and compiled code, for which bin/code-cache.js finds the same folder
 * by itself. Undefined where there is no home. Asks the disk nothing. DECISIONS 65
 */
export const cacheFolder = ({ env, platform }: FolderEnv): string | undefined =>
  within(
    env['LOCALAPPDATA'],
    env['XDG_CACHE_HOME'],
    inHome(env['HOME'], platform === 'darwin' ? 'Library/Caches' : '.cache'),
  )

/** The folder of what has to last and is no setting: journals. Undefined where there is no home. DECISIONS 152 */
export const stateFolder = ({ env, platform }: FolderEnv): string | undefined =>
  within(
    env['LOCALAPPDATA'],
    env['XDG_STATE_HOME'],
    inHome(env['HOME'] || systemHome(), platform === 'darwin' ? 'Library/Application Support' : '.local/state'),
  )

/** The folder of the settings. Undefined where there is no home. Asks the disk nothing. */
export const configFolder = ({ env, platform }: FolderEnv): string | undefined =>
  platform === 'win32'
    ? within(env['APPDATA'], inHome(env['USERPROFILE'] || systemHome(), 'AppData/Roaming'))
    : within(env['XDG_CONFIG_HOME'], inHome(env['HOME'] || systemHome(), '.config'))

// One that is relative is to be ignored, says the XDG base directory specification.
const within = (...folders: (string | undefined)[]): string | undefined => {
  const base = folders.find((folder) => folder && isAbsolute(folder))
  return base && join(base, 'testctl')
}

const inHome = (home: string | undefined, folder: string): string | undefined => home && join(home, folder)

const systemHome = (): string | undefined => {
  try {
    return homedir() || undefined
  } catch {
    return undefined
  }
}
