import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../system/io.ts'
import { draftsFolder, newDraftFile } from '../../system/files/draft-file.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { discard } from '../../system/files/remove.ts'
import { decodeStrictly } from '../../system/files/text.ts'
import type { CaseContent } from '../case-content.ts'

/** A text that is being edited: its file, and the content of the case when the edit began. */
export type EditorDraft = { file: string; before: CaseContent | null }

/** The subject of a draft: the name for its file, the address of its service, and the id of its case or, for a new case, its project. */
export type DraftSubject = { name: string; service: string; id: string }

/** A draft that an earlier edit left: whether its text was changed, and its service if that is known. */
export type KeptDraft = EditorDraft & { isChanged: boolean; service: string | undefined }

/** Begins a draft, in a file that only this user can read; it stays until it is dropped, also after a crash. DECISIONS 170 */
export const beginDraft = async (
  io: DraftEnv,
  { subject: { name, service, id }, text, before }: { subject: DraftSubject; text: string; before: CaseContent | null },
): Promise<EditorDraft> => {
  const file = newDraftFile(io, name)
  await writeFile(besideOf(file), JSON.stringify({ service, id, before, text }), { mode: 0o600 })
  await writeFile(file, text, { mode: 0o600 })
  return { file, before }
}

/**
 * Returns the drafts with this name, the latest first. `own` are those of this subject, with the changed ones first; `others` are of
 * another service or case, or of an older testctl, which did not record it. DECISIONS 415
 */
export const keptDrafts = async (
  io: DraftEnv,
  { name, service, id }: DraftSubject,
): Promise<{ own: KeptDraft[]; others: KeptDraft[] }> => {
  const folder = draftsFolder(io)
  const begins = `${name.toLowerCase()}-`
  const files = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith('.md') && file.slice(0, -timeLength).toLowerCase() === begins)
    .sort((a, b) => (a.slice(-timeLength) < b.slice(-timeLength) ? 1 : -1))
    .map((file) => join(folder, file))
  const own: KeptDraft[] = []
  const others: KeptDraft[] = []
  for (const file of files) {
    const beside = readBeside(file)
    const { before = null, text } = beside
    const draft = { file, before, isChanged: text === undefined || text !== textIn(file), service: beside.service }
    ;(beside.service === service && beside.id === id ? own : others).push(draft)
  }
  return { own: own.sort((a, b) => Number(b.isChanged) - Number(a.isChanged)), others }
}

type DraftEnv = Pick<Io, 'env' | 'platform' | 'now'>

/** The file beside a draft; an older testctl stored only `before` in it. */
type Beside = Partial<Omit<DraftSubject, 'name'>> & { before?: CaseContent | null; text?: string }

const readBeside = (file: string): Beside => {
  try {
    return Object(JSON.parse(readRegularFile(besideOf(file), { most: largest })))
  } catch {
    return {}
  }
}

const textIn = (file: string): string | undefined => {
  try {
    return readRegularFile(file, { most: largest })
  } catch {
    return undefined
  }
}

const timeLength = '2026-01-31T12-00-00-000Z.md'.length

/** Removes a draft that is no longer needed, and the file beside it. */
export const dropDraft = ({ file }: EditorDraft): void => {
  discard(file)
  discard(besideOf(file))
}

const besideOf = (file: string): string => file.replace(/\.md$/, '.json')

/** Reads the text of a draft. Throws a UsageError if the file is gone, or is not UTF-8; then it stays for `--recover`. */
export const textOfDraft = ({ file }: EditorDraft): string => {
  try {
    return readRegularFile(file, { most: largest, decode: decodeStrictly })
  } catch (error) {
    const { code, line } = error as NodeJS.ErrnoException & { line?: number }
    if (code === 'ENOENT')
      throw new UsageError('the editor removed the file of the text; nothing was sent', {
        hint: 'save it under the name that it was opened with',
        cause: error,
      })
    if (code !== 'EILSEQ') throw error
    throw new UsageError(`the text is not UTF-8 (line ${line}); nothing was sent`, {
      hint: `save ${file} as UTF-8`,
      cause: error,
    })
  }
}

const largest = 64 * 1024 * 1024
