import { readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { UsageError } from '../../errors.ts'
import { journalDirectory } from '../../submission/journal/index.ts'
import type { Io } from '../../system/io.ts'
import { makeFolder } from '../../system/files/make-folder.ts'
import { readRegularFile } from '../../system/files/regular-file.ts'
import { decodeStrictly } from '../../system/files/text.ts'
import type { CaseContent } from '../case-content.ts'

/** A text that is being edited: its file, and what the case said when it was opened. */
export type Draft = { file: string; before: CaseContent | null }

const folderOf = (io: Pick<Io, 'env' | 'platform' | 'now'>): string => {
  const journals = journalDirectory(io)
  return join(journals === undefined ? join(tmpdir(), 'testctl') : dirname(journals), 'drafts')
}

/** Begins a draft, in a file that only this user can read; it is there until it is dropped, whatever happens. DECISIONS 170 */
export const beginDraft = async (
  io: Pick<Io, 'env' | 'platform' | 'now'>,
  { subject, text, before }: { subject: string; text: string; before: CaseContent | null },
): Promise<Draft> => {
  const folder = folderOf(io)
  makeFolder(folder)
  const time = io.now().toISOString().replace(/[:.]/g, '-')
  const file = join(folder, `${subject}-${time}.md`)
  await writeFile(besideOf(file), JSON.stringify({ before }), { mode: 0o600 })
  await writeFile(file, text, { mode: 0o600 })
  return { file, before }
}

/** The latest draft that was left of a case. */
export const recoverDraft = async (io: Pick<Io, 'env' | 'platform' | 'now'>, subject: string): Promise<Draft> => {
  const folder = folderOf(io)
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.md') && name.slice(0, -timeLength).toLowerCase() === `${subject.toLowerCase()}-`,
  )
  const name = names.sort().at(-1)
  if (name === undefined)
    throw new UsageError(`no text of ${subject} was left`, { hint: `texts that were not sent are kept in ${folder}` })
  const file = join(folder, name)
  const { before } = JSON.parse(readRegularFile(besideOf(file), { most: largest })) as Pick<Draft, 'before'>
  return { file, before }
}

const timeLength = '2026-01-31T12-00-00-000Z.md'.length

/** Removes a draft whose text has arrived. */
export const dropDraft = async ({ file }: Draft): Promise<void> => {
  await rm(file, { force: true })
  await rm(besideOf(file), { force: true })
}

const besideOf = (file: string): string => file.replace(/\.md$/, '.json')

/** What stands in a draft; one that the editor has saved in another encoding is left for `--recover`. */
export const textOfDraft = ({ file }: Draft): string => {
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
