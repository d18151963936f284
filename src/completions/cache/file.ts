import { existsSync, lstatSync, readdirSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../system/files/make-folder.ts'
import { replaceFile } from '../../system/files/replace.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'

/** The user, by number if the platform has user numbers, and the process. */
export type Owner = { uid: number | undefined; pid: number }

/**
 * Reads a file of names; undefined for another user's file, a link, a pipe, or a file larger than
 * any that testctl writes.
 */
export const readOwn = (path: string, { uid }: Pick<Owner, 'uid'>): string | undefined => {
  try {
    return readRegularFile(path, { most: largest, owner: uid, links: 'refused' })
  } catch {
    return undefined
  }
}

/**
 * Creates a folder that only this user can use, with its parents. False if it is another user's or a link, or would be
 * created in another user's folder: with sudo the home may be theirs, and they could not change what root creates there.
 */
export const makeOwnFolder = (path: string, { uid }: Pick<Owner, 'uid'>): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found) return found.isDirectory() && isOurs(found, uid)
  let above = dirname(path)
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above)
  if (!isOurs(statSync(above), uid)) return false
  makeFolder(path)
  return true
}

/** Replaces the content of a file atomically: readers see the old content until then. Does not wait for the disk. */
export const replaceOwn = async (path: string, text: string, { pid }: Pick<Owner, 'pid'>): Promise<void> => {
  // If an earlier process with this pid left such a file, this call fails and removes it, and the next one succeeds.
  const staged = `${path}.${pid}`
  await replaceFile(path, { staged, write: () => writeFileSync(staged, text, { mode: 0o600, flag: 'wx' }) })
}

/** Deletes all but the `most` entries of a folder that changed last. */
export const keepNewest = (folder: string, most: number): void => {
  const names = readdirSync(folder)
  if (names.length <= most) return
  const aged = names.map((name) => ({ path: join(folder, name), age: lstatSync(join(folder, name)).mtimeMs }))
  const old = aged.sort((one, other) => other.age - one.age).slice(most)
  for (const { path } of old) rmSync(path, { recursive: true, force: true })
}

const isOurs = (found: Stats, uid: number | undefined): boolean => uid === undefined || found.uid === uid

// A thousand names of 120 characters, each of four bytes, with their identifiers.
const largest = 1024 * 1024
