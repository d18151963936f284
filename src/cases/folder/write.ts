import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { decodeStrictly } from '../../system/files/text.ts'
import { writeUserFile } from '../../system/files/write-user-file.ts'
import type { CaseContent, CaseEntry } from '../case-content.ts'
import type { WriteBack } from '../import/write-back.ts'
import { readMarkdown } from '../markdown/read.ts'
import { writeMarkdown } from '../markdown/write.ts'
import { fileNameOf, takeName } from './names.ts'

/** Writes cases into a folder, each into a new file; returns the names of the files. Never replaces a file. */
export const writeCases = async (
  cases: AsyncIterable<CaseToWrite> | Iterable<CaseToWrite>,
  { folder, taken, stop }: { folder: string; taken: Set<string>; stop: AbortSignal },
): Promise<string[]> => {
  const add = fileAdder({ folder, taken, stop })
  const names: string[] = []
  for await (const one of cases) names.push(await add(one))
  return names
}

/** Returns a function that writes a case into a new file of the folder; `taken` are the names that are there, in small letters. */
export const fileAdder =
  ({ folder, taken, stop }: { folder: string; taken: Set<string>; stop: AbortSignal }) =>
  async ({ content, identifier }: CaseToWrite): Promise<string> => {
    stop.throwIfAborted()
    const name = takeName(fileNameOf(content, identifier), taken)
    await writeUserFile([writeMarkdown(content, identifier)], { path: join(folder, name), name, stop })
    return name
  }

/** A case to write into a file of its own. If it has no identifier, an import creates a new case. */
export type CaseToWrite = { content: CaseContent; identifier?: string | undefined }

/** Creates the write-back to the Markdown files of a folder. */
export const folderWriteBack = (folder: string): WriteBack => ({
  identify: (entry, identifier) => rewrite(folder, entry, (text) => withIdentifier(text, identifier)),
  replace: (entry, content, identifier) =>
    rewrite(folder, entry, (text) => {
      const now = readMarkdown(text)
      if (now.kind === 'case' && JSON.stringify(now.content) === JSON.stringify(entry.content))
        return writeMarkdown(content, identifier)
      throw new UsageError(`${entry.place.file} was changed meanwhile and is left as it is`, { hint: 'run it again' })
    }),
})

const rewrite = async (
  folder: string,
  { place: { file } }: CaseEntry,
  change: (text: string) => string,
): Promise<void> => {
  const path = join(folder, file)
  const text = readAgain(path, file)
  const changed = change(text)
  if (changed === text) return
  // A signal of its own: what the service has answered is recorded even if the user stops the command.
  await writeUserFile([changed], { path, name: file, stop: new AbortController().signal })
}

/** Reads a file again. Throws a UsageError if it is gone, or is no longer a text. */
const readAgain = (path: string, name: string): string => {
  try {
    return readRegularFile(path, { most: largest, decode: decodeStrictly })
  } catch (cause) {
    const problem = diskProblem(cause)
    if (problem === undefined) throw cause
    throw new UsageError(`${name} was changed meanwhile: ${problem}`, { hint: 'run it again', cause })
  }
}

const largest = 64 * 1024 * 1024

/** Adds the identifier of its case to a Markdown file; everything else stays unchanged. */
const withIdentifier = (text: string, identifier: string): string => {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const [head] = /^---[ \t]*\r?\n/.exec(text) ?? []
  if (head === undefined) return `---${end}case: ${identifier}${end}---${end}${end}${text}`
  // An import that was killed may have written it already.
  const matter = text.slice(head.length).split(/^---[ \t]*\r?$/m, 1)[0] ?? ''
  return /^case[ \t]*:/m.test(matter) ? text : `${head}case: ${identifier}${end}${text.slice(head.length)}`
}
