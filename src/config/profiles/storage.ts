import { basename, dirname } from 'node:path'
import Conf from 'conf'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { UsageError } from '../../errors.ts'
import { type Configuration, parseConfiguration } from './file-format.ts'
import type { LockOptions } from '../../system/files/lock.ts'
import { configurationFile, type ConfigEnv } from './location.ts'
import { readConfiguration } from './read.ts'
import { followLinks } from '../../system/files/replace.ts'
import { updateLocked } from '../../system/files/update-locked.ts'

/** Keeps the profiles between two command lines. */
export type Storage = {
  /** The file, whether it exists or not; undefined if there is no home. */
  file: string | undefined
  /** Returns what is stored. Creates nothing. Throws a UsageError for a file that is no configuration. */
  read: () => Configuration
  /** Stores the result of `change`, which gets the stored value; calls it again if another process was faster. */
  update: (change: (stored: Configuration) => Configuration) => Promise<void>
}

/**
 * Opens the storage: a file of conf.
 * conf writes a staged copy, which then replaces the file by `updateLocked`. Its own writer would leave half a file on a full disk, open
 * the file to everybody, and ignore other processes.
 */
export const openStorage = (surroundings: ConfigEnv & { stop?: AbortSignal }, waiting: LockOptions = {}): Storage => {
  const file = configurationFile(surroundings)
  return {
    file,
    read: () => readConfiguration(file),
    update: async (change) => {
      if (file === undefined)
        throw new UsageError('there is no home directory to keep settings in', { hint: 'set TESTCTL_CONFIG_DIR' })
      try {
        const target = followLinks(file)
        const prepare = () => {
          const configuration = change(readConfiguration(target))
          return {
            expected: serialize(configuration),
            write: (staged: string) => {
              open(staged).store = { ...configuration }
            },
          }
        }
        await updateLocked(target, prepare, { stop: surroundings.stop, ...waiting })
      } catch (error) {
        throw unwritable(file, error)
      }
    },
  }
}

const open = (file: string): Conf<Configuration> =>
  new Conf<Configuration>({
    cwd: dirname(file),
    configName: basename(file),
    fileExtension: '',
    configFileMode: 0o600,
    serialize,
    deserialize: (text) => parseConfiguration(text, file),
  })

const serialize = (configuration: Configuration): string => `${JSON.stringify(configuration, undefined, 2)}\n`

const unwritable = (file: string, error: unknown): unknown => {
  const problem = diskProblem(error)
  if (problem === undefined) return error
  return new UsageError(`cannot write ${file}: ${problem}; the settings are as they were`, {
    hint: 'TESTCTL_CONFIG_DIR chooses another folder; TESTCTL_URL and TESTCTL_API_KEY need none',
    cause: error,
  })
}
