import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createWorld, type World } from '../helpers/world.ts'

/** The paths of the scripts of two shells, below the home. */
export const bash = '.local/share/bash-completion/completions/testctl'
export const zsh = '.local/share/testctl/zsh/_testctl'

export type Home = World & {
  /** Returns the full path of a file below the home. */
  at: (path: string) => string
  write: (path: string, content: string | Buffer) => Promise<void>
  /** Reads every file below the home. Returns their content by path. */
  files: () => Promise<Record<string, string>>
}

/** Creates a user's machine for tests of its home. */
export const createHome = async (): Promise<Home> => {
  const world = await createWorld()
  const at = (path: string) => join(world.folder, path)
  return {
    ...world,
    at,
    write: async (path, content) => {
      await mkdir(dirname(at(path)), { recursive: true })
      await writeFile(at(path), content)
    },
    files: async () => {
      const entries = await readdir(world.folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      return Object.fromEntries(
        await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'latin1')] as const)),
      )
    },
  }
}
