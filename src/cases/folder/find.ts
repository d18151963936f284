import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'

/** The files of Markdown in a folder and below it, by path within it, sorted; links and hidden folders are left alone. */
export const findMarkdown = (folder: string, name: string): Promise<string[]> =>
  findFiles(folder, name, /\.(md|markdown)$/i)

/** The feature files of a folder that has no Markdown: only then it is one of Gherkin. */
export const findFeatures = async (folder: string, name: string): Promise<string[]> => {
  const found = await findFiles(folder, name, /\.(md|markdown|feature)$/i)
  return found.every((path) => /\.feature$/i.test(path)) ? found : []
}

const findFiles = async (folder: string, name: string, ending: RegExp): Promise<string[]> => {
  const found: string[] = []
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') await visit(path)
      else if (entry.isFile() && ending.test(entry.name) && !entry.name.startsWith('.')) found.push(path)
    }
  }
  try {
    await visit('')
  } catch (error) {
    const problem = diskProblem(error)
    if (problem === undefined) throw error
    throw new UsageError(`cannot read ${name}: ${problem}`, { hint: 'is it in another folder?', cause: error })
  }
  return found.sort()
}

/** Whether a path is a folder; undefined where nothing is there. */
export const isFolder = async (path: string): Promise<boolean | undefined> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  )

/** The names of all that lies in a folder, in small letters; none where it is not there. */
export const namesIn = async (folder: string): Promise<Set<string>> =>
  new Set((await readdir(folder).catch(() => [])).map((name) => name.toLowerCase()))
