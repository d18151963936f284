import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { followLinks } from '../../system/files/replace.ts'
import { updateLocked } from '../../system/files/update-locked.ts'

/**
 * How to edit a file. A text has one character per byte of the file, so that anything that is not UTF-8 stays as it is; undefined
 * is a file that does not exist.
 */
export type Edit = { file: string; edit: (text: string | undefined) => string | undefined }

/** The effect of an edit on a file. */
export type EditResult = 'created' | 'updated' | 'unchanged' | 'removed' | 'absent'

/** Returns the effect that an edit would have. Throws the disk's error if the file cannot be read, or must not be written. */
export const foresee = ({ file, edit }: Edit): EditResult => {
  const target = followLinks(file)
  const before = read(target)
  const after = edit(before)
  if (before === after) return before === undefined ? 'absent' : 'unchanged'
  // The new file takes the place of the old, so that its folder is changed as well.
  accessSync(folderAbove(target), constants.W_OK)
  if (before === undefined) return 'created'
  accessSync(target, constants.W_OK)
  return after === undefined ? 'removed' : 'updated'
}

/** Returns the nearest existing folder above a path. */
const folderAbove = (path: string): string => {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : folderAbove(folder)
}

/**
 * Applies an edit: at any moment the file is the old or the new one. A symbolic link stays, and its target is edited; the mode of
 * the file stays as it was. Throws the disk's error.
 */
export const applyEdit = async ({ file, edit }: Edit, stop: AbortSignal): Promise<void> => {
  const target = followLinks(file)
  if (edit(read(target)) === undefined) return rmSync(target, { force: true })
  const prepare = () => {
    const bytes = Buffer.from(edit(read(target)) ?? '', 'latin1')
    const mode = statSync(target, { throwIfNoEntry: false })?.mode
    return { expected: bytes.toString(), write: (staged: string) => writeFileSync(staged, bytes), mode }
  }
  await updateLocked(target, prepare, { stop })
}

/** Converts a text to the form in which `Edit` has files: one character per byte. */
export const fileBytes = (text: string): string => Buffer.from(text).toString('latin1')

const read = (file: string): string | undefined => {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there) return undefined
  // Some users link files that they do not want to /dev/null, which must not be replaced.
  if (!there.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR' })
  return readFileSync(file, 'latin1')
}
