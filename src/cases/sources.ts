import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { addTo } from '../system/maps/add-to.ts'
import { quoteWord } from '../system/shell-line.ts'
import { parseIdentifier } from '../contract/identifiers.ts'
import { baseFile, type CaseBase } from './base/index.ts'
import { formIn } from './file/recognise.ts'
import { type FileState, type FileTarget, readInto } from './file/read.ts'
import { fileWriteBack } from './file/write-back.ts'
import { findFoldersWith, findMarkdown, isFolder } from './folder/find.ts'
import { lockFile } from './folder/lock.ts'
import { type FolderCases, readFiles, readFolder } from './folder/read.ts'
import { folderWriteBack } from './folder/write.ts'
import type { WriteBack } from './import/write-back.ts'
import type { StateFiles } from './import/index.ts'
import { importJournalFile } from './import/journal.ts'

/** Files of cases that are imported together: how to read and write them, their state files and their lock. */
export type CaseSource = {
  /** As the user typed it; for several files, their count (`3 files`). */
  name: string
  /** Each path that the user typed. */
  typed: readonly string[]
  /** The folder on the disk. */
  path: string
  stateFiles: StateFiles
  lock: string
  /** Whether these are only some files of a folder, so that a missing file does not mean a deleted case. */
  isPart: boolean
  /** The encoding that the user gave for a CSV. */
  encoding?: string | undefined
  read: () => Promise<FolderCases>
  files: WriteBack
}

/**
 * Finds the sources that paths name: one for each folder, one for the single Markdown files of a folder, and one for each file of
 * several cases. Folders and Markdown files below an exported folder belong to the source of that folder. `encoding` applies to a CSV
 * without a BOM, which is written back in UTF-8 with a BOM. Throws a UsageError for any other path. DECISIONS 354
 */
export const openCaseSources = async (
  typed: readonly string[],
  { cwd, encoding }: { cwd: string; encoding?: string | undefined },
): Promise<CaseSource[]> => {
  const sources: CaseSource[] = []
  const files = new Map<string, { name: string; path: string }[]>()
  // A path that is named twice counts once, or a new file would become two cases.
  const named = new Map(typed.map((name) => [resolve(cwd, name), name]))
  for (const [path, name] of await withoutCovered(named)) {
    const kind = await isFolder(path)
    if (kind === undefined)
      throw new UsageError(`there is no folder and no file ${name}`, { hint: 'is it in another folder?' })
    const folder = kind ? path : dirname(path)
    const own = ownFolder(folder) ?? folder
    if (kind) sources.push(own === path ? folderSource(name, path) : partSource(name, own, path))
    else if (/\.(md|markdown)$/i.test(name))
      addTo(files, own, { name, path: relative(own, path).replaceAll('\\', '/') })
    else {
      const form = formIn(path, encoding)
      if (!form)
        throw new UsageError(`${name} is not a file of cases`, {
          hint: /\.(csv|tsv|xml|feature)$/i.test(name)
            ? `${/\.csv$/i.test(name) ? 'a CSV' : 'a file'} of another tool is read by: testctl cases import ${quoteWord(name)}`
            : 'name a folder of Markdown files, one of these files, or a .csv, .ndjson, .json or .yaml file of cases export',
        })
      sources.push(fileSource({ name, path, form, encoding }))
    }
  }
  for (const [folder, found] of files) {
    const names = found.map(({ name }) => name)
    sources.push({
      ...folderSource(names.length === 1 ? names[0]! : `${names.length} files`, folder),
      typed: names,
      isPart: true,
      read: async () =>
        readFiles(
          folder,
          found.map(({ path }) => path),
        ),
    })
  }
  return sources
}

/** Drops the paths that a named folder above them covers: its Markdown files, and the folders that these are in. */
const withoutCovered = async (named: ReadonlyMap<string, string>): Promise<[path: string, name: string][]> => {
  const covered = new Set<string>()
  const above = foldersAbove(named.keys())
  for (const [folder, name] of named) {
    if (!above.has(folder) || !(await isFolder(folder))) continue
    for (const file of (await findMarkdown(folder, name)).paths)
      for (let path = join(folder, file); path !== folder; path = dirname(path)) covered.add(path)
  }
  return [...named].filter(([path]) => !covered.has(path))
}

/** Returns the folders that paths are in, directly or not. A shell may have named thousands of files. */
const foldersAbove = (paths: Iterable<string>): ReadonlySet<string> => {
  const above = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); !above.has(folder); folder = dirname(folder)) above.add(folder)
  return above
}

/** Returns the folder whose base covers the files of a folder: that folder, or the nearest one above; undefined if none has a base. */
const ownFolder = (folder: string): string | undefined => {
  if (existsSync(join(folder, baseFile))) return folder
  return dirname(folder) === folder ? undefined : ownFolder(dirname(folder))
}

/** Finds the folders below a folder that have a base, because they were exported or imported; returns their paths within it. */
export const findExportedFolders = (folder: string): Promise<string[]> => findFoldersWith(folder, baseFile)

/** Creates the source for a folder below an exported one, `own`, whose state files and lock it shares. */
const partSource = (name: string, own: string, path: string): CaseSource => ({
  ...folderSource(name, own),
  isPart: true,
  read: async () => {
    const { paths, links } = await findMarkdown(path, name)
    const below = relative(own, path).replaceAll('\\', '/')
    const inOwn = (file: string): string => `${below}/${file}`
    return { ...readFiles(own, paths.map(inOwn)), links: links.map(inOwn) }
  },
})

/** Creates the source for a folder of cases. */
export const folderSource = (name: string, path: string): CaseSource => ({
  name,
  typed: [name],
  path,
  stateFiles: { base: join(path, baseFile), journal: join(path, importJournalFile) },
  lock: join(path, lockFile),
  isPart: false,
  read: () => readFolder(path, name),
  files: folderWriteBack(path),
})

/** Creates the source for one file of many cases; its base, journal and lock lie beside it, named after it. DECISIONS 204 */
export const fileSource = (target: FileTarget): CaseSource => {
  const { name, path } = target
  const beside = (ending: string) => join(dirname(path), `.${basename(path)}.testctl${ending}`)
  const state: FileState = { text: undefined, entries: [] }
  return {
    name,
    typed: [name],
    path: dirname(path),
    stateFiles: { base: beside('.ndjson'), journal: beside('.journal') },
    lock: beside('.lock'),
    isPart: false,
    encoding: target.encoding,
    read: async () => readInto(state, target),
    files: fileWriteBack(state, target),
  }
}

/** Returns the identifiers of the projects whose cases the base records. */
export const projectsKept = (base: CaseBase): string[] => [
  ...new Set([...base.values()].flatMap((line) => parseIdentifier(line.case)?.project ?? [])),
]
