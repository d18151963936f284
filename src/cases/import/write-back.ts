import type { CaseContent, CaseEntry } from '../case-content.ts'

/** Where entries come from, and what is written back to it. Entries that nothing is written back to leave both out. */
export type WriteBack = {
  /** Writes down which case an entry is. */
  identify?: (entry: CaseEntry, identifier: string) => Promise<void>
  /** Gives an entry the texts that the service has. */
  replace?: (entry: CaseEntry, content: CaseContent, identifier: string) => Promise<void>
  /** Takes an entry away, where that is not to remove its file. */
  remove?: (entry: CaseEntry) => Promise<void>
  /** Adds a case, where that is not a new file; gives the name of the file. */
  add?: (one: { content: CaseContent; identifier: string }) => Promise<string>
  /** Ends the writing: before anything is taken for agreed on. */
  finish?: () => Promise<void>
}
