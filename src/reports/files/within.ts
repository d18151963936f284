import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/** Whether a path is in a folder. Both are real paths, without links. */
export const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * Lists the names of the regular files in a folder, and of links to regular files in it, sorted. Leaves out links that lead
 * elsewhere, as for a pattern (DECISIONS 108), and named pipes and devices, because reading them could not be cancelled.
 */
export const listRegularFiles = async (path: string): Promise<string[]> => {
  const folder = await realpath(path)
  const entries = await readdir(folder, { withFileTypes: true })
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
  const staying = await Promise.all(links.map((name) => leadsToFileIn(folder, name)))
  return [
    ...entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    ...links.filter((_name, at) => staying[at]),
  ].sort()
}

const leadsToFileIn = async (folder: string, name: string): Promise<boolean> => {
  try {
    const real = await realpath(join(folder, name))
    return isWithin(folder, real) && (await stat(real)).isFile()
  } catch {
    return false
  }
}
