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
  within(env['LOCALAPPDATA'], env['XDG_CACHE_HOME'], inHome(env['HOME'], platform, 'Library/Caches', '.cache'))

/** The folder of what has to last and is no setting: journals. Undefined where there is no home. DECISIONS 152 */
export const stateFolder = ({ env, platform }: FolderEnv): string | undefined => {
  const home = env['HOME'] || systemHome()
  return within(
    env['LOCALAPPDATA'],
    env['XDG_STATE_HOME'],
    inHome(home, platform, 'Library/Application Support', '.local/state'),
  )
}

// One that is relative is to be ignored, says the XDG base directory specification.
const within = (...folders: (string | undefined)[]): string | undefined => {
  const base = folders.find((folder) => folder && isAbsolute(folder))
  return base && join(base, 'testctl')
}

const inHome = (home: string | undefined, platform: Io['platform'], onMac: string, elsewhere: string) =>
  home && join(home, platform === 'darwin' ? onMac : elsewhere)

const systemHome = (): string | undefined => {
  try {
    return homedir()
  } catch {
    return undefined
  }
}
