import { UsageError } from '../../errors.ts'
import { openJournal, type Journal } from '../../submission/journal/index.ts'
import { diskProblem } from '../../system/files/disk-errors.ts'
import { readKept } from '../base/index.ts'
import type { BaseLine } from '../base/line.ts'

/** The journal of an import, beside the base, while the import is under way. */
export const importJournalFile = '.testctl-cases.journal'

/**
 * An entry of the journal. `key` identifies a case of the files (`keyOf`). `creating` is on the disk before the case is created,
 * `created` before its file is written; `refused` means that no case was created. With `once` the same create can be sent again.
 */
export type ImportEntry =
  | { did: 'begin'; project: string; last: number }
  | ({ did: 'creating'; key: string } & Creating)
  | { did: 'created'; key: string; line: BaseLine }
  | { did: 'refused'; key: string }
  | { did: 'changed'; was: string; line: BaseLine }

/** A create in flight: the name and digest of its case, and the Idempotency-Key with which it can be repeated. */
export type Creating = { name: string; digest: string; once?: CreateAttempt | undefined }

/** The Idempotency-Key of a create, the digest of its exact request, and when it was sent first, in milliseconds. */
export type CreateAttempt = { idempotencyKey: string; request: string; at: number }

export type ImportJournal = Journal<ImportEntry>

/** The progress of an earlier import that did not finish. */
export type EarlierImport = {
  project: string
  /** The highest number of a case when it began. */
  last: number
  created: ReadonlyMap<string, BaseLine>
  /** Creates without a known answer. */
  open: ReadonlyMap<string, Creating>
  changed: readonly { was: string; line: BaseLine }[]
}

/** Reads the journal of an import that did not finish; undefined if no journal is left. */
export const readEarlier = (path: string): EarlierImport | undefined => {
  const lines = readKept(path).split('\n')
  // A last line that does not end with a newline may be a part of an entry.
  const entries = lines.slice(0, -1).map((line, at): ImportEntry => {
    try {
      return JSON.parse(line) as ImportEntry
    } catch (error) {
      throw new UsageError(`${path}:${at + 1} is not an entry of an import`, {
        hint: 'an earlier import was stopped; compare with testctl cases status, then remove the file',
        cause: error,
      })
    }
  })
  const created = new Map<string, BaseLine>()
  const open = new Map<string, Creating>()
  const changed: { was: string; line: BaseLine }[] = []
  let begin: Extract<ImportEntry, { did: 'begin' }> | undefined
  for (const entry of entries) {
    if (entry.did === 'begin') begin ??= entry
    else if (entry.did === 'creating') open.set(entry.key, entry)
    else if (entry.did === 'changed') changed.push(entry)
    else {
      open.delete(entry.key)
      if (entry.did === 'created') created.set(entry.key, entry.line)
    }
  }
  return begin && { project: begin.project, last: begin.last, created, open, changed }
}

/** Opens the journal and notes that an import begins. Throws a UsageError if it cannot be written, also from each later `note`. */
export const beginJournal = async (
  path: string,
  begin: Omit<Extract<ImportEntry, { did: 'begin' }>, 'did'>,
): Promise<ImportJournal> => {
  const refuse = (error: unknown): never => {
    const problem = diskProblem(error)
    if (problem === undefined) throw error
    throw new UsageError(`${path} cannot be written: ${problem}`, {
      hint: 'fix that, then run it again: nothing is done twice',
      cause: error,
    })
  }
  const opened = await openJournal<ImportEntry>(path).catch(refuse)
  const journal: ImportJournal = { ...opened, note: (...entries) => opened.note(...entries).catch(refuse) }
  await journal.note({ did: 'begin', ...begin }).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  return journal
}
