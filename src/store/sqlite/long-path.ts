import { type Paths, platformPaths } from '../../system/files/drive.ts'

/**
 * The name by which SQLite opens a file. On Windows a path of more than 260 characters needs the prefix \\\\?\\, which Node
 * adds to what it opens itself; SQLite also needs room for the names of the files beside it. Elsewhere it is the path.
 */
export const sqliteName = (
  file: string,
  { sep, toNamespacedPath }: Pick<Paths, 'sep' | 'toNamespacedPath'> = platformPaths,
): string => (sep === '\\' && file.length > longest ? toNamespacedPath(file) : file)

const longest = 240
