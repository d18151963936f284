import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diskProblem } from '../system/files/disk-errors.ts'
import { UsageError } from '../errors.ts'
import { readRegularFile } from '../system/files/regular-file.ts'
import { parseObject, type Profile, readFields } from './profiles/file-format.ts'

/** The settings of a folder, for everyone who works in it, and the file that has them. */
export type ProjectFile = { file: string; settings: Profile }

/**
 * Reads the nearest `.testctl.json` upwards from a folder; undefined if there is none.
 * It comes with other people's files, so it may choose a project and how lists look, and never where requests go. Throws a UsageError for
 * any other field.
 */
export const readProjectFile = (folder: string): ProjectFile | undefined => {
  const file = join(folder, '.testctl.json')
  if (!existsSync(file)) return dirname(folder) === folder ? undefined : readProjectFile(dirname(folder))
  const document = parseObject(read(file), file)
  for (const field of Object.keys(document)) {
    if (!allowed.includes(field))
      throw new UsageError(`${file} may not set ${JSON.stringify(field)}: only ${allowed.join(', ')}`, {
        hint: reserved.includes(field)
          ? 'a service and its key are stored with: testctl auth login'
          : `remove it from ${file}`,
      })
  }
  return { file, settings: readFields(document, file) }
}

const allowed: readonly string[] = ['project', 'columns', 'limit']
const reserved: readonly string[] = ['url', 'apiKey']

// It comes with other people's files, links included. DECISIONS 100
const largest = 64 * 1024

const read = (file: string): string => {
  try {
    return readRegularFile(file, { most: largest })
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${diskProblem(error) ?? String(error)}`, {
      hint: `a project file holds JSON of at most 64 kB, such as {"project": "WEB"}`,
      cause: error,
    })
  }
}
