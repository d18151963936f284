import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { followLinks } from '../../system/files/replace.ts'
import { updateLocked } from '../../system/files/update-locked.ts'

/**
 * What to make of a file. The texts are its bytes, a character each, so that what is not UTF-8 stays as it is; undefined
 * is a file that is not there.
 */
export type Edit = { file: string; edit: (text: string | undefined) => string | undefined }

/** What becomes of a file. */
export type EditResult = 'created' | 'updated' | 'unchanged' | 'removed' | 'absent'

/** What an edit would do. Throws the disk's error where the file cannot be read, or must not be written. */
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

/** The folder that is there already, in which a file or the folders above it would be made. */
const folderAbove = (path: string): string => {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : folderAbove(folder)
}

/**
 * Does it: at any moment the file is the old or the new one. A link stays one, and its target is edited; who may read it
 * stays as it was. Throws the disk's error.
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

/** A text as it stands in a file, a character for each byte. */
export const fileBytes = (text: string): string => Buffer.from(text).toString('latin1')

const read = (file: string): string | undefined => {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there) return undefined
  // Some link files that they do not want to /dev/null, which must not be replaced.
  if (!there.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR' })
  return readFileSync(file, 'latin1')
}
