import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../system/files/make-folder.ts'
import type { JournalEntry } from './entry.ts'

/** The journal in which a submission, or an import of cases, records its intentions and the answers. */
export type Journal<Entry = JournalEntry> = {
  /** Its path; undefined if no file is kept, or if it was given up. */
  file: string | undefined
  /** Whether the file had no entries when it was opened. */
  isNew: boolean
  /** Writes entries; when it returns they are on the disk. */
  note: (...entries: readonly Entry[]) => Promise<void>
  /** Like `note` for very many entries: takes them from the iterable while it writes. */
  noteAll: (entries: Iterable<Entry>) => Promise<void>
  /** Aborts when the journal can no longer be written; set only if the submission must not continue without it. */
  lost?: AbortSignal
  close: () => Promise<void>
}

/** For a submission without a journal. */
export const noJournal: Journal = {
  file: undefined,
  isNew: true,
  note: async () => undefined,
  noteAll: async () => undefined,
  close: async () => undefined,
}

/**
 * Opens a journal for appending, readable by its owner only; creates the file and its folder if they are
 * missing. Entries that arrive during a write are written together, with one sync to the disk for all. A failure
 * to write is thrown, and again at every later entry: an incomplete journal cannot be relied on.
 */
export const openJournal = async <Entry = JournalEntry>(file: string): Promise<Journal<Entry>> => {
  makeFolder(dirname(file))
  const handle = await open(file, 'a+', 0o600)
  const isNew = await dropTornLine(handle).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  let waiting: Iterable<Entry>[] = []
  let writing: Promise<void> | undefined
  let failure: unknown
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lists = waiting
      waiting = []
      for (const text of textsOf(lists)) await handle.appendFile(text)
      await handle.datasync()
    }
  }
  const noteAll = async (entries: Iterable<Entry>): Promise<void> => {
    if (failure !== undefined) throw failure
    waiting.push(entries)
    writing ??= flush()
      .catch((error: unknown) => {
        failure = error
        throw error
      })
      .finally(() => {
        writing = undefined
      })
    await writing
  }
  return {
    file,
    isNew,
    note: (...entries) => noteAll(entries),
    noteAll,
    close: async () => {
      await writing?.catch(() => undefined)
      await handle.close()
    },
  }
}

/**
 * Wraps a journal so that a failure to write does not stop the submission: calls `giveUp` once, then writes
 * nothing more and has no `file`. DECISIONS 412
 */
export const lenient = (journal: Journal, giveUp: (error: unknown) => void): Journal => {
  let failed = false
  const noteAll: Journal['noteAll'] = async (entries) => {
    if (failed) return
    try {
      await journal.noteAll(entries)
    } catch (error) {
      if (!failed) giveUp(error)
      failed = true
    }
  }
  return {
    ...journal,
    get file() {
      return failed ? undefined : journal.file
    },
    note: (...entries) => noteAll(entries),
    noteAll,
  }
}

/** Whether `openJournal` would find no entries in a file. Throws the error with which it would refuse the file. Changes nothing. */
export const isWithoutEntries = async (file: string): Promise<boolean> => {
  // Opening a pipe would wait for its writer.
  refuseIrregular(await stat(file))
  const handle = await open(file, 'r')
  try {
    return (await measureLines(handle)).whole === 0
  } finally {
    await handle.close()
  }
}

/** Removes the incomplete last line of a journal: the next entry would be appended to it. Returns whether no line is left. */
const dropTornLine = async (handle: FileHandle): Promise<boolean> => {
  const { size, whole } = await measureLines(handle)
  if (whole < size) await handle.truncate(whole)
  return whole === 0
}

/** Encodes entries as lines, in chunks, so that very many need little memory. */
const textsOf = function* (lists: readonly Iterable<unknown>[]): Generator<string> {
  let text = ''
  for (const entries of lists)
    for (const entry of entries) {
      text += `${JSON.stringify(entry)}\n`
      if (text.length > textSize) {
        yield text
        text = ''
      }
    }
  if (text !== '') yield text
}

const textSize = 256 * 1024

/**
 * Returns the size of a file, and where its last whole line ends. A process that is killed while it writes leaves an incomplete line behind
 * it. Refuses such a file if it does not begin like a journal: it may be any file that the user named by mistake. DECISIONS 543
 */
const measureLines = async (handle: FileHandle): Promise<{ size: number; whole: number }> => {
  const found = await handle.stat()
  refuseIrregular(found)
  const { size } = found
  const whole = await endOfLines(handle, size)
  if (whole === size) return { size, whole }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginning.length), 0, beginning.length, 0)
  if (!beginning.startsWith(buffer.toString('utf8', 0, bytesRead))) throw new Error('it is not a journal')
  return { size, whole }
}

// A pipe or a device keeps nothing of what is written, or never ends.
const refuseIrregular = (found: Stats): void => {
  if (!found.isFile()) throw new Error('it is not a regular file')
}

// Every entry begins like this, whatever the journal is for.
const beginning = '{"did":"'

/** Returns the offset at which the last whole line of a file ends; 0 if there is no whole line. */
const endOfLines = async (handle: FileHandle, size: number): Promise<number> => {
  const block = Buffer.alloc(64 * 1024)
  for (let end = size; end > 0; end -= block.length) {
    const from = Math.max(0, end - block.length)
    const { bytesRead } = await handle.read(block, 0, end - from, from)
    const at = block.subarray(0, bytesRead).lastIndexOf('\n')
    if (at >= 0) return from + at + 1
  }
  return 0
}
