import { existsSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { type Configuration, emptyConfiguration, largestConfiguration, parseConfiguration } from './file-format.ts'

/** Reads a configuration file; a missing file is an empty configuration. Throws a UsageError if it cannot be read or parsed. */
export const readConfiguration = (file: string | undefined): Configuration => {
  if (file === undefined || !existsSync(file)) return emptyConfiguration
  try {
    return parseConfiguration(readRegularFile(file, { most: largestConfiguration }), file)
  } catch (error) {
    const problem = diskProblem(error)
    throw problem === undefined ? error : new UsageError(`cannot read ${file}: ${problem}`, { cause: error })
  }
}
