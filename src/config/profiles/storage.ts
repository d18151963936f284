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

/** Where the profiles are kept between two command lines. */
export type Storage = {
  /** The file, whether it exists or not; undefined where there is no home. */
  file: string | undefined
  /** What is stored. Creates nothing; a file that holds anything else is a UsageError. */
  read: () => Configuration
  /** Stores the result of `change`, which gets the stored value; calls it again if another process was faster. */
  update: (change: (stored: Configuration) => Configuration) => Promise<void>
}

/**
 * Opens the storage: a file of conf.
 * conf writes a copy of it: its own writer leaves half a file on a full disk, opens it to everybody, and knows nothing of
 * other processes, so the copy takes the file's place by `updateLocked`.
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
