import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'
import { draftsFolder, newDraftFile } from '../../system/files/draft-file.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { discard } from '../../system/files/remove.ts'
import { decodeStrictly } from '../../system/files/text.ts'
import type { CaseContent } from '../case-content.ts'

/** A text that is being edited: its file, and what the case said when it was opened. */
export type EditorDraft = { file: string; before: CaseContent | null }

/** Begins a draft, in a file that only this user can read; it stays until it is dropped, also after a crash. DECISIONS 170 */
export const beginDraft = async (
  io: Pick<Io, 'env' | 'platform' | 'now'>,
  { subject, text, before }: { subject: string; text: string; before: CaseContent | null },
): Promise<EditorDraft> => {
  const file = newDraftFile(io, subject)
  await writeFile(besideOf(file), JSON.stringify({ before }), { mode: 0o600 })
  await writeFile(file, text, { mode: 0o600 })
  return { file, before }
}

/** The latest draft that was left of a case. */
export const recoverDraft = async (io: Pick<Io, 'env' | 'platform' | 'now'>, subject: string): Promise<EditorDraft> => {
  const folder = draftsFolder(io)
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.md') && name.slice(0, -timeLength).toLowerCase() === `${subject.toLowerCase()}-`,
  )
  const name = names.sort().at(-1)
  if (name === undefined)
    throw new UsageError(`no text of ${subject} was left`, { hint: `texts that were not sent are kept in ${folder}` })
  const file = join(folder, name)
  const { before } = JSON.parse(readRegularFile(besideOf(file), { most: largest })) as Pick<EditorDraft, 'before'>
  return { file, before }
}

const timeLength = '2026-01-31T12-00-00-000Z.md'.length

/** Removes a draft whose text has arrived. */
export const dropDraft = ({ file }: EditorDraft): void => {
  discard(file)
  discard(besideOf(file))
}

const besideOf = (file: string): string => file.replace(/\.md$/, '.json')

/** What stands in a draft; one that the editor has saved in another encoding is left for `--recover`. */
export const textOfDraft = ({ file }: EditorDraft): string => {
  try {
    return readRegularFile(file, { most: largest, decode: decodeStrictly })
  } catch (error) {
    const { code, line } = error as NodeJS.ErrnoException & { line?: number }
    if (code !== 'EILSEQ') throw error
    throw new UsageError(`the text is not UTF-8 (line ${line}); nothing was sent`, {
      hint: `save ${file} as UTF-8`,
      cause: error,
    })
  }
}

const largest = 64 * 1024 * 1024
