import { join } from 'node:path'
import type { Noun } from '../../contract/vocabulary.ts'
import { cacheFolder } from '../../system/user-folders.ts'
import type { UserEnv } from '../../system/io.ts'

/**
 * Returns the folder with the names of every service, in the user's cache folder; undefined if there is no cache folder, or
 * `TESTCTL_NO_CACHE=1` turns it off. Does not access the disk. DECISIONS 65
 */
export const namesFolder = (io: UserEnv): string | undefined => {
  const folder = io.env['TESTCTL_NO_CACHE'] === '1' ? undefined : cacheFolder(io)
  return folder && join(folder, 'names')
}

/** Returns the folder of one service, named by a hash of its URL, which keeps the URL private. */
export const folderOf = (names: string, address: string): string => join(names, fingerprint(addressed(address)))

/** Returns the file with the names of a noun, in a project if the noun has one; undefined if no file can be named after the project. */
export const fileOf = (folder: string, noun: Noun, project?: string): string | undefined => {
  if (project === undefined) return join(folder, noun)
  return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(project) ? join(folder, `${noun}-${project.toUpperCase()}`) : undefined
}

const addressed = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '')

// FNV-1a, with two initial values. Node's own hashes would take longer to load than everything else that a Tab needs.
const fingerprint = (text: string): string =>
  [0x811c9dc5, 0x1000193].map((start) => hash(text, start).toString(16).padStart(8, '0')).join('')

const hash = (text: string, start: number): number => {
  let value = start
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619)
  return value >>> 0
}
