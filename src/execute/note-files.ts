import { rmSync, writeFileSync } from 'node:fs'
import type { Io } from '../system/io.ts'
import { newDraftFile } from '../system/files/draft-file.ts'
import type { Op } from './outbox/op.ts'

/** A file with a note on a test that is not sent. */
export type NoteFile = { identifier: string; file: string }

/** The files of the notes that are not sent, beside the texts of `cases edit`. */
export type NoteFiles = {
  /** Writes a note that the service refused into a file that only this user can read; undefined where the disk takes none. */
  keep: (op: Op & { do: 'comment' }) => string | undefined
  /** Knows of a file that the editor has left. */
  add: (left: NoteFile) => void
  /** Removes files whose notes stand elsewhere now. */
  remove: (files: readonly string[]) => void
  /** Those that are still there. */
  left: () => readonly NoteFile[]
}

/** Makes it, empty. DECISIONS 229 */
export const createNoteFiles = (io: Pick<Io, 'env' | 'platform' | 'now'>): NoteFiles => {
  const kept = new Map<string, NoteFile>()
  const add = (left: NoteFile): void => void kept.set(left.file, left)
  return {
    keep: ({ n, identifier, content }) => {
      try {
        const file = newDraftFile(io, `${identifier}-note-${n}`)
        writeFileSync(file, `${content}\n`, { mode: 0o600 })
        add({ identifier, file })
        return file
      } catch {
        return undefined
      }
    },
    add,
    remove: (files) => {
      for (const file of files) {
        rmSync(file, { force: true })
        kept.delete(file)
      }
    },
    left: () => [...kept.values()],
  }
}
