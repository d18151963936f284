import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../folder.ts'
import type { Entry } from './entry.ts'

/** Where a submission writes down what it intends and what was answered. */
export type Journal = {
  /** Its file; undefined where none is kept. */
  file: string | undefined
  /** Nothing has been written in it before. */
  isNew: boolean
  /** Writes entries down; when it returns they are on the disk. */
  note: (...entries: readonly Entry[]) => Promise<void>
  close: () => Promise<void>
}

/** For a submission of which no journal is kept. */
export const noJournal: Journal = {
  file: undefined,
  isNew: true,
  note: async () => undefined,
  close: async () => undefined,
}

/**
 * Opens a journal to append to, readable by its owner only; it and its folder are made where they are missing.
 * Entries that come while others are being written go to the disk together: one wait for the disk serves them all.
 * Every failure to write is thrown, from then on at every entry: what is not written down can't be relied on.
 */
export const openJournal = async (file: string): Promise<Journal> => {
  makeFolder(dirname(file))
  const handle = await open(file, 'a+', 0o600)
  await refuseDevice(handle)
  const isNew = (await dropTornLine(handle)) === 0
  let waiting = ''
  let writing: Promise<void> | undefined
  let failure: unknown
  const flush = async (): Promise<void> => {
    while (waiting !== '') {
      const text = waiting
      waiting = ''
      await handle.appendFile(text)
      await handle.datasync()
    }
  }
  const note = async (...entries: readonly Entry[]): Promise<void> => {
    if (failure !== undefined) throw failure
    waiting += entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
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
    note,
    close: async () => {
      await writing?.catch(() => undefined)
      await handle.close()
    },
  }
}

/** The same journal, but one that a failure to write does not stop: it is told once, and nothing is written any more. */
export const lenient = (journal: Journal, tell: (error: unknown) => void): Journal => {
  let failed = false
  const note: Journal['note'] = async (...entries) => {
    if (failed) return
    try {
      await journal.note(...entries)
    } catch (error) {
      if (!failed) tell(error)
      failed = true
    }
  }
  return { ...journal, note }
}

// A pipe or a device takes what is written and keeps nothing, or never ends.
const refuseDevice = async (handle: FileHandle): Promise<void> => {
  if ((await handle.stat()).isFile()) return
  await handle.close()
  throw new Error('it is not a regular file')
}

// A process that was killed while it wrote leaves a part of a line, which the next entry would run into.
const dropTornLine = async (handle: FileHandle): Promise<number> => {
  const { size } = await handle.stat()
  const tail = Buffer.alloc(Math.min(size, longestLine))
  await handle.read(tail, 0, tail.length, size - tail.length)
  const end = tail.lastIndexOf('\n') + 1
  const whole = size - tail.length + end
  if (whole < size) await handle.truncate(whole)
  return whole
}

const longestLine = 1024 * 1024
