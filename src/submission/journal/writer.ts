import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../system/files/make-folder.ts'
import type { JournalEntry } from './entry.ts'

/** Where a submission, or an import of cases, records its intentions and the answers. */
export type Journal<Entry = JournalEntry> = {
  /** Its file; undefined where none is kept, or not any more. */
  file: string | undefined
  /** Nothing has been written in it before. */
  isNew: boolean
  /** Writes entries; when it returns they are on the disk. */
  note: (...entries: readonly Entry[]) => Promise<void>
  /** The same of very many, which are asked for as they are written. */
  noteAll: (entries: Iterable<Entry>) => Promise<void>
  /** Aborts when it cannot be written any more, where the submission must not go on without it. */
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
 * Opens a journal to append to, readable by its owner only; it and its folder are made where they are missing.
 * Entries that come while others are being written go to the disk together: one wait for the disk serves them all.
 * A failure to write is thrown, from then on at every entry: an incomplete journal cannot be relied on.
 */
export const openJournal = async <Entry = JournalEntry>(file: string): Promise<Journal<Entry>> => {
  makeFolder(dirname(file))
  const handle = await open(file, 'a+', 0o600)
  const isNew = await isWithoutLines(handle).catch(async (error: unknown) => {
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
 * The same journal, but a failure to write does not stop the submission: `giveUp` is called once, nothing is written any more, and no file
 * is kept from then on. DECISIONS 412
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

// A pipe or a device takes what is written and keeps nothing, or never ends.
const isWithoutLines = async (handle: FileHandle): Promise<boolean> => {
  if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file')
  return (await dropTornLine(handle)) === 0
}

/** Entries as lines, in batches, so that very many need little memory. */
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

// A process that was killed while writing leaves an incomplete line, to which the next entry would be appended.
const dropTornLine = async (handle: FileHandle): Promise<number> => {
  const { size } = await handle.stat()
  const whole = await endOfLines(handle, size)
  if (whole < size) await handle.truncate(whole)
  return whole
}

/** Where the last whole line of a file ends; 0 where it has none. */
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
