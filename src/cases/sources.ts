import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { quoteWord } from '../system/shell-line.ts'
import { parseIdentifier } from '../contract/identifiers.ts'
import { baseFile, readBase } from './base/index.ts'
import { formIn } from './file/recognise.ts'
import { type FileState, type FileTarget, readInto } from './file/read.ts'
import { fileWriteBack } from './file/write-back.ts'
import { isFolder } from './folder/find.ts'
import { lockFile } from './folder/lock.ts'
import { type FolderCases, readFiles, readFolder } from './folder/read.ts'
import { folderWriteBack } from './folder/write.ts'
import type { WriteBack } from './import/write-back.ts'
import type { StateFiles } from './import/index.ts'
import { importJournalFile } from './import/journal.ts'

/** Files of cases that are imported together: how they are read and written back to, and what is kept beside them. */
export type CaseSource = {
  /** As the user named it. */
  name: string
  /** The folder on the disk. */
  path: string
  stateFiles: StateFiles
  lock: string
  /** Some files of a folder: that others are not among them says nothing about their cases. */
  isPart: boolean
  read: () => Promise<FolderCases>
  files: WriteBack
}

/**
 * Finds what paths name: each folder is a source of its own, and so are the files of one folder. `encoding` is that of a CSV
 * without a byte order mark; what is written back is UTF-8, with one.
 */
export const openCaseSources = async (
  typed: readonly string[],
  { cwd, encoding }: { cwd: string; encoding?: string | undefined },
): Promise<CaseSource[]> => {
  const sources: CaseSource[] = []
  const files = new Map<string, string[]>()
  for (const name of typed) {
    const path = resolve(cwd, name)
    const kind = await isFolder(path)
    if (kind === undefined)
      throw new UsageError(`there is no folder and no file ${name}`, { hint: 'is it in another folder?' })
    if (kind) sources.push(folderSource(name, path))
    else if (/\.(md|markdown)$/i.test(name))
      files.set(dirname(path), [...(files.get(dirname(path)) ?? []), basename(path)])
    else {
      const form = formIn(path, encoding)
      if (!form)
        throw new UsageError(`${name} is not a file of cases`, {
          hint: /\.csv$/i.test(name)
            ? `a CSV of another tool is read by: testctl cases import ${quoteWord(name)}`
            : 'a folder of files of Markdown, such a file, or what cases export writes as .csv, .ndjson, .json or .yaml',
        })
      sources.push(fileSource({ name, path, form, encoding }))
    }
  }
  for (const [folder, names] of files)
    sources.push({
      ...folderSource(names.length === 1 ? names[0]! : `${names.length} files`, folder),
      isPart: true,
      read: async () => readFiles(folder, names),
    })
  return sources
}

/** A folder of cases. */
export const folderSource = (name: string, path: string): CaseSource => ({
  name,
  path,
  stateFiles: { base: join(path, baseFile), journal: join(path, importJournalFile) },
  lock: join(path, lockFile),
  isPart: false,
  read: () => readFolder(path, name),
  files: folderWriteBack(path),
})

/** One file of many cases; what is kept of it lies beside it, by its name. DECISIONS 204 */
export const fileSource = (target: FileTarget): CaseSource => {
  const { name, path } = target
  const beside = (ending: string) => join(dirname(path), `.${basename(path)}.testctl${ending}`)
  const state: FileState = { text: undefined, entries: [] }
  return {
    name,
    path: dirname(path),
    stateFiles: { base: beside('.ndjson'), journal: beside('.journal') },
    lock: beside('.lock'),
    isPart: false,
    read: async () => readInto(state, target),
    files: fileWriteBack(state, target),
  }
}

/** The projects that files were of before, by their identifiers. */
export const projectsKept = ({ base }: StateFiles): string[] => [
  ...new Set([...readBase(base).values()].flatMap((line) => parseIdentifier(line.case)?.project ?? [])),
]
