import { writeFileSync } from 'node:fs'
import { runChild } from '../system/child-process.ts'
import { editorOf, editorVariable, waitFlagOf } from '../system/editor.ts'
import { newDraftFile } from '../system/files/draft-file.ts'
import { readRegularFile } from '../system/files/regular-file.ts'
import { discard } from '../system/files/remove.ts'
import type { Io } from '../system/io.ts'

/** A note from the editor, and its file, which stays until the journal has the note; or the problem, and the file with the text. */
export type EditedNote = { text: string; file: string } | { problem: string; file: string | undefined }

type Note = { identifier: string; about: string; draft: string; begin: (file: string) => Promise<void> }

/**
 * Opens a note, new or from a draft, in the editor that VISUAL or EDITOR names; lines that begin with # are left out. Awaits
 * `begin` with the file before the editor opens it. The file stays, unless an error came before anything was written. DECISIONS 229
 */
export const editNote = async (io: Io, { identifier, about, draft, begin }: Note): Promise<EditedNote> => {
  const first = `${draft}\n# A note on ${about.replace(/\s+/g, ' ')}. Lines with # are left out; an empty note is not sent.\n`
  let file: string | undefined
  try {
    file = newDraftFile(io, `${identifier}-note`)
    writeFileSync(file, first, { mode: 0o600 })
    const editor = editorOf(io)
    await begin(file)
    const { exitCode, never } = await runChild([...editor, file], io)
    const name = editor.join(' ')
    if (never !== undefined) throw new Error(`cannot start the editor ${name}: ${never}`)
    if (exitCode !== 0) throw new Error(`the editor ${name} ended with ${exitCode}`)
    const flag = waitFlagOf(editor)
    // The editor still has the file open, and writes the note later.
    if (flag !== undefined && isUnchanged(file, first))
      return {
        problem: `the editor ${name} did not wait until the file was closed; set ${editorVariable(io)}='${name} ${flag}'`,
        file,
      }
    return { text: noteIn(readRegularFile(file, { most: largest })), file }
  } catch (error) {
    const problem = problemOf(error, file)
    if (file !== undefined && isUnchanged(file, first)) {
      discard(file)
      file = undefined
    }
    return { problem, file }
  }
}

const problemOf = (error: unknown, file: string | undefined): string => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EFBIG') return 'it is larger than 1 MB'
  return code === 'ENOENT' && file !== undefined ? 'the editor removed its file' : message
}

/** Reads the note in a file that an earlier execution left; undefined if the file has no note or cannot be read. */
export const readNote = (file: string): string | undefined => {
  try {
    return noteIn(readRegularFile(file, { most: largest })) || undefined
  } catch {
    return undefined
  }
}

const noteIn = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()

const isUnchanged = (file: string, first: string): boolean => {
  try {
    return readRegularFile(file, { most: largest }) === first
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

const largest = 1_000_000
