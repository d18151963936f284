import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { UserEnv } from './io.ts'

/**
 * Returns the folder for files that can be recreated: names for Tab, and compiled code (bin/code-cache.js computes the same folder on its
 * own). Undefined if there is no home. Does not access the disk. DECISIONS 65
 */
export const cacheFolder = ({ env, platform }: UserEnv): string | undefined =>
  within(
    env['LOCALAPPDATA'],
    env['XDG_CACHE_HOME'],
    inHome(env['HOME'], platform === 'darwin' ? 'Library/Caches' : '.cache'),
  )

/** Returns the folder for files that must last and are not settings: journals. Undefined if there is no home. DECISIONS 152 */
export const stateFolder = ({ env, platform }: UserEnv): string | undefined =>
  within(
    env['LOCALAPPDATA'],
    env['XDG_STATE_HOME'],
    inHome(env['HOME'] || systemHome(), platform === 'darwin' ? 'Library/Application Support' : '.local/state'),
  )

/** Returns the folder for settings, which need not exist. Undefined if there is no home. */
export const configFolder = ({ env, platform }: UserEnv): string | undefined =>
  platform === 'win32'
    ? within(env['APPDATA'], inHome(env['USERPROFILE'] || systemHome(), 'AppData/Roaming'))
    : within(env['XDG_CONFIG_HOME'], inHome(env['HOME'] || systemHome(), '.config'))

// The XDG base directory specification says to ignore a relative path.
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
