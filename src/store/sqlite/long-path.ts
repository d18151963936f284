import { type Paths, platformPaths } from '../../system/files/drive.ts'

/**
 * Returns the name by which SQLite opens a file. On Windows a path of more than 260 characters needs the prefix \\\\?\\, which Node
 * adds only to files that it opens itself; SQLite also needs room for the names of the files beside it. On other systems it is the
 * path.
 */
export const sqliteName = (
  file: string,
  { sep, toNamespacedPath }: Pick<Paths, 'sep' | 'toNamespacedPath'> = platformPaths,
): string => (sep === '\\' && file.length > longest ? toNamespacedPath(file) : file)

const longest = 240
