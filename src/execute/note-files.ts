import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Io, UserEnv } from '../system/io.ts'
import { draftsFolder, newDraftFile } from '../system/files/draft-file.ts'
import { discard } from '../system/files/remove.ts'
import { readNote } from './edit-note.ts'
import type { Draft } from './journal/entry.ts'
import type { Op } from './outbox/op.ts'
import type { KeptNote } from './session/state.ts'

/** The files of unsent notes, in the folder of the texts of `cases edit`. */
export type NoteFiles = {
  /** Writes a note that the service refused into a file that only this user can read; undefined if that fails. */
  keep: (op: Op & { do: 'comment' }) => string | undefined
  /** Adds a file that the editor has left. */
  add: (left: Draft) => void
  /** Removes files whose notes are now stored elsewhere. */
  remove: (files: readonly string[]) => void
  /** Returns the files that were not removed. */
  left: () => readonly Draft[]
}

/** Creates the list of files, empty. DECISIONS 229 */
export const createNoteFiles = (io: Pick<Io, 'env' | 'platform' | 'now'>): NoteFiles => {
  const kept = new Map<string, Draft>()
  const add = (left: Draft): void => void kept.set(left.file, left)
  return {
    keep: ({ n, test, identifier, content }) => {
      try {
        const file = newDraftFile(io, `${identifier}-note-${n}`)
        writeFileSync(file, `${content}\n`, { mode: 0o600 })
        add({ test, identifier, file })
        return file
      } catch {
        return undefined
      }
    },
    add,
    remove: (files) => {
      for (const file of files) {
        discard(file)
        kept.delete(file)
      }
    },
    left: () => [...kept.values()],
  }
}

/** Reads the unsent notes in the files that an earlier execution left, and adds those files to `noteFiles`. DECISIONS 350 */
export const openDrafts = (drafts: readonly Draft[], io: UserEnv, noteFiles: Pick<NoteFiles, 'add'>): KeptNote[] =>
  drafts.flatMap((draft) => {
    const { test, file } = draft
    const text = dirname(file) === draftsFolder(io) ? readNote(file) : undefined
    if (text === undefined) return []
    noteFiles.add(draft)
    return [{ test, file, text }]
  })
