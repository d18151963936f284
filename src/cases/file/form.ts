import type { CaseContent, CaseEntry } from '../case-content.ts'
import type { FileProblem } from '../problem.ts'

/** A case in a file of several: its content, its identifier if it has one, its line (from 1), and what it covers. */
export type FileCase = { content: CaseContent; identifier: string | undefined; line: number } & Pick<
  CaseEntry,
  'covers' | 'updatedAt' | 'stepLines'
>

/** The result of reading a text of cases. */
export type ReadText = { cases: FileCase[]; problems: FileProblem[] }

/** A format of files that hold many cases. `read` returns exactly what `write` wrote. */
export type FileForm = {
  read: (text: string) => ReadText
  /** `before` is the text that is replaced; its layout is kept: the delimiter and columns of a CSV, a single case in JSON. */
  write: (cases: readonly Omit<FileCase, 'line'>[], before: string | undefined) => string
}
