import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads all files below a folder. Returns their content, as latin1 text, by path. */
export const readFiles = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')])))
}
