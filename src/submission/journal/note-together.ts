import type { JournalEntry } from './entry.ts'
import type { Journal } from './writer.ts'

/**
 * Buffers journal entries and writes some hundred at a time: after a kill, the run itself shows the rest.
 * Ignores a failure to write, because the journal itself then stops the submission, or gives up.
 */
export const noteTogether = (journal: Journal): { note: (entry: JournalEntry) => void; flush: () => Promise<void> } => {
  let waiting: JournalEntry[] = []
  const flush = async (): Promise<void> => {
    const entries = waiting
    waiting = []
    if (entries.length > 0) await journal.noteAll(entries).catch(() => undefined)
  }
  const note = (entry: JournalEntry): void => {
    if (waiting.push(entry) >= notesAtOnce) void flush()
  }
  return { note, flush }
}

const notesAtOnce = 500
