import type { CaseContent, CaseEntry } from '../case-content.ts'

/** The write access to the source of the entries. A source leaves out the methods that it does not need or allow. */
export type WriteBack = {
  /** Writes the identifier of its case into an entry. */
  identify?: (entry: CaseEntry, identifier: string) => Promise<void>
  /** Replaces the content of an entry. */
  replace?: (entry: CaseEntry, content: CaseContent, identifier: string) => Promise<void>
  /** Removes an entry, if that is not done by removing its file. */
  remove?: (entry: CaseEntry) => Promise<void>
  /** Adds a case, if that is not done by a new file; returns the name of the file. */
  add?: (one: { content: CaseContent; identifier: string }) => Promise<string>
  /** Completes the writing; called before the base is written. */
  finish?: () => Promise<void>
}
