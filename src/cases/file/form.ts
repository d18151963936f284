import type { CaseContent, CaseEntry } from '../case-content.ts'
import type { FileProblem } from '../problem.ts'

/** A case as a file of several holds it: what it says and covers, its identifier once it has one, and its line, from 1. */
export type FileCase = { content: CaseContent; identifier: string | undefined; line: number } & Pick<
  CaseEntry,
  'covers' | 'updatedAt' | 'stepLines'
>

/** What a text of cases was read as. */
export type ReadText = { cases: FileCase[]; problems: FileProblem[] }

/** A form of a file that holds many cases: what `write` wrote, `read` reads as it was. */
export type FileForm = {
  read: (text: string) => ReadText
  /** `before` is the text that is replaced: what its reader needs to be written alike is kept. */
  write: (cases: readonly Omit<FileCase, 'line'>[], before: string | undefined) => string
}
