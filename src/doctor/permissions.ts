import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Io } from '../system/io.ts'
import { type Finding, ok, skip, warn } from './finding.ts'
import { quoteWord } from '../system/shell-line.ts'

/** A file that holds a key, and may be read by its owner alone. */
export type Private = { path: string; folder?: boolean }

/** Returns the files that can hold a key: the configuration with its folder, and the file that TESTCTL_API_KEY_FILE names. */
export const privateFiles = (named: {
  configuration: string | undefined
  keyFile: string | undefined
  /** The folder that a relative name starts from. */
  cwd: string
}): readonly Private[] => [
  ...(named.configuration === undefined
    ? []
    : [{ path: named.configuration }, { path: dirname(named.configuration), folder: true }]),
  ...(named.keyFile === undefined ? [] : [{ path: resolve(named.cwd, named.keyFile) }]),
]

/**
 * Checks that other users have no access to the private files (0600 for a file, 0700 for a folder), and that they belong to this
 * user, unless that is root. Skipped on Windows, where a mode does not show the access lists.
 */
export const checkPermissions = (
  files: readonly Private[],
  { platform, uid }: Pick<Io, 'platform' | 'uid'>,
): Finding => {
  if (platform === 'win32' || uid === undefined) return skip('Windows does not use file modes for this')
  const there = files.flatMap((file) => {
    const found = look(file.path)
    return found ? [{ ...file, found }] : []
  })
  const complaints = there.flatMap(({ path, folder = false, found }) => complain({ path, folder, found, uid }))
  const [first] = complaints
  if (first)
    return warn(complaints.map(({ what }) => what).join('; '), complaints.map(({ remedy }) => remedy).join(' && '))
  if (there.length === 0) return ok('there is no file that holds a key')
  return ok(there.map(({ path, found }) => `${path} ${modeOf(found)}`).join(', '))
}

type Complaint = { what: string; remedy: string }

const complain = (file: { path: string; folder: boolean; found: Stats; uid: number }): Complaint[] => {
  const { path, folder, found, uid } = file
  const remedy = `chmod ${folder ? 700 : 600} ${quoteWord(path)}`
  const complaints: Complaint[] = []
  if ((found.mode & 0o077) !== 0)
    complaints.push({ what: `other users can ${folder ? 'look into' : 'read'} ${path} (${modeOf(found)})`, remedy })
  if (found.uid !== uid && uid !== 0)
    complaints.push({
      what: `${path} belongs to another user (${found.uid})`,
      remedy: `chown ${uid} ${quoteWord(path)}`,
    })
  return complaints
}

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(4, '0')

// A device or a pipe, such as /dev/stdin or <(pass show testctl), has no mode that the user should change.
const look = (path: string): Stats | undefined => {
  try {
    const found = statSync(path)
    return found.isFile() || found.isDirectory() ? found : undefined
  } catch {
    return undefined
  }
}
