import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type Source = { path: string; text: string }

/** Reads the hand-written files below some folders of the repository. Returns their paths and their text. */
export const sourcesIn = async (...folders: readonly string[]): Promise<Source[]> => {
  const paths = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  )
  return paths
    .flat()
    .filter((path) => /\.(m?[jt]s|md|sh|yml)$|Dockerfile$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
