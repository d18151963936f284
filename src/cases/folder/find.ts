import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'

/** Files in a folder and below it, by path within it, sorted; and the symbolic links to such files or folders, which are skipped. DECISIONS 235 */
export type CaseFolderFiles = { paths: string[]; links: string[] }

/** The files of Markdown in a folder; hidden ones are left out. */
export const findMarkdown = (folder: string, name: string): Promise<CaseFolderFiles> =>
  findEnding(folder, name, /\.(md|markdown)$/i)

/** The feature files of a folder; none if it has Markdown besides a README, because then it is a folder of ours. */
export const findFeatures = async (folder: string, name: string): Promise<CaseFolderFiles> => {
  const { paths, links } = await findEnding(folder, name, /\.(md|markdown|feature)$/i)
  const others = paths.filter((path) => !isAboutRepository(path))
  return others.every((path) => /\.feature$/i.test(path)) ? { paths: others, links } : { paths: [], links: [] }
}

/** Files of a folder in which cases may be, but which are no Markdown. */
export const findOtherForms = async (folder: string, name: string): Promise<string[]> =>
  (await findEnding(folder, name, /\.(csv|feature|json|jsonl|ndjson|xml)$/i)).paths

/** The folders below a folder, by path within it, that hold a file of this name. */
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

/** Whether a folder of this name holds no files of cases: a hidden one, or that of packages. */
export const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

/**
 * Whether a file is a page about the repository, which has headings such as "Setup", and is no case: `README-docker.md`, and
 * `LICENSE-MIT.md` in capitals. `security-headers.md` is a case: in small letters it is the whole name, or a language is behind it.
 * DECISIONS 460
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

/** Whether a path is a folder; undefined where nothing is there. */
export const isFolder = async (path: string): Promise<boolean | undefined> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  )

/** The names of all that lies in a folder, in small letters; none where it is not there. */
export const namesIn = async (folder: string): Promise<Set<string>> =>
  new Set((await readdir(folder).catch(() => [])).map((name) => name.toLowerCase()))
