import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'

/** Files in and below a folder, and the symbolic links that were skipped, by their paths within it, sorted. DECISIONS 235 */
export type CaseFolderFiles = { paths: string[]; links: string[] }

/** Finds the Markdown files in and below a folder; skips hidden ones. */
export const findMarkdown = (folder: string, name: string): Promise<CaseFolderFiles> =>
  findEnding(folder, name, /\.(md|markdown)$/i)

/** Finds the feature files of a folder; none if it has Markdown other than pages about the repository, because that is a case folder. */
export const findFeatures = async (folder: string, name: string): Promise<CaseFolderFiles> => {
  const { paths, links } = await findEnding(folder, name, /\.(md|markdown|feature)$/i)
  const others = paths.filter((path) => !isAboutRepository(path))
  return others.every((path) => /\.feature$/i.test(path)) ? { paths: others, links } : { paths: [], links: [] }
}

/** Finds the files of a folder that may hold cases in another format than Markdown. */
export const findOtherForms = async (folder: string, name: string): Promise<string[]> =>
  (await findEnding(folder, name, /\.(csv|feature|json|jsonl|ndjson|xml)$/i)).paths

/** Finds the folders below a folder that hold a file of this name; returns their paths within it. */
export const findFoldersWith = async (folder: string, file: string): Promise<string[]> => {
  const found: string[] = []
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
    if (below !== '' && entries.some(({ name }) => name === file)) found.push(below)
    for (const entry of entries)
      if (entry.isDirectory() && !isPassedOver(entry.name)) await visit(join(below, entry.name))
  }
  await visit('')
  return found.sort()
}

/** Whether the search skips files and folders of this name: hidden ones, and `node_modules`. */
export const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

/**
 * Whether a file is a page about the repository, which may have headings such as "Setup" but is not a case: `readme-docker.md`, or in
 * capitals `LICENSE-MIT.md`. In small letters, names other than `readme` count only as a whole or with a language (`security.pt-BR.md`),
 * so that `security-headers.md` is a case. DECISIONS 460
 */
export const isAboutRepository = (path: string): boolean => pages.some((page) => page.test(basename(path)))

const pages = [
  /^readme(?![a-z\d])/i,
  /^(CHANGELOG|CONTRIBUTING|LICENSE|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE)(?![A-Za-z\d])/,
  /^(changelog|contributing|license|code_of_conduct|security|agents|claude)([-_.][a-z]{2}([-_][a-z]{2,4})?)?\.\w+$/i,
]

const findEnding = async (folder: string, name: string, ending: RegExp): Promise<CaseFolderFiles> => {
  const paths: string[] = []
  const links: string[] = []
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (isPassedOver(entry.name)) continue
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() && ending.test(entry.name)) paths.push(path)
      else if (entry.isSymbolicLink() && (ending.test(entry.name) || (await isFolder(join(folder, path)))))
        links.push(path)
    }
  }
  try {
    await visit('')
  } catch (error) {
    const problem = diskProblem(error)
    if (problem === undefined) throw error
    throw new UsageError(`cannot read ${name}: ${problem}`, { hint: 'is it in another folder?', cause: error })
  }
  return { paths: paths.sort(), links: links.sort() }
}

/** Whether a path is a folder; undefined if it does not exist. */
export const isFolder = async (path: string): Promise<boolean | undefined> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  )

/** Returns the names of all entries of a folder, in small letters; empty if the folder does not exist. */
export const namesIn = async (folder: string): Promise<Set<string>> =>
  new Set((await readdir(folder).catch(() => [])).map((name) => name.toLowerCase()))
