import { existsSync, lstatSync, readdirSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../system/files/make-folder.ts'
import { replaceFile } from '../../system/files/replace.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'

/** The user, by number where the platform has such numbers, and the process. */
export type Owner = { uid: number | undefined; pid: number }

/**
 * The text of a file of names; undefined for another user's file, a link, a pipe, or one larger than
 * any that is written here.
 */
export const readOwn = (path: string, { uid }: Pick<Owner, 'uid'>): string | undefined => {
  try {
    return readRegularFile(path, { most: largest, owner: uid, links: 'refused' })
  } catch {
    return undefined
  }
}

/**
 * Makes a folder that only we can use, with those above it. False if it is another user's or a link, or would be
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

/** Gives a file new content, all at once: readers see the old content until then. Does not wait for the disk. */
export const replaceOwn = async (path: string, text: string, { pid }: Pick<Owner, 'pid'>): Promise<void> => {
  // Where another process of this number left one, it is removed, and the next one finds the place free.
  const staged = `${path}.${pid}`
  await replaceFile(path, { staged, write: () => writeFileSync(staged, text, { mode: 0o600, flag: 'wx' }) })
}

/** Keeps so many things in a folder at most: those that changed last. */
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
