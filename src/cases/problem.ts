/** The kinds of problem in a file of cases, by the names that `cases lint` prints. */
export type FileRule =
  | 'front-matter'
  | 'unknown-key'
  | 'unknown-heading'
  | 'stray-text'
  | 'merge-conflict'
  | 'no-name'
  | 'bad-identifier'
  | 'too-large'
  | 'unreadable'
  | 'not-utf-8'

/** Something in a file that prevents reading it as a case, or that would lose text; `line` counts from 1. */
export type FileProblem = { line: number; rule: FileRule; message: string }

/** The message for an unfinished git merge. DECISIONS 379 */
export const unfinishedMerge =
  'a merge of git is not finished here: keep one side, and remove the lines <<<<<<<, ======= and >>>>>>>'

/** The hint that says how to find the files that git could not merge. */
export const unmergedHint = 'git status names the files that are not merged yet'

/** Finds an unfinished git merge, of which both sides would be read as text of the case; undefined if none. DECISIONS 379, 461 */
export const mergeConflictIn = (text: string): FileProblem | undefined => {
  const start = text.search(/(?<=^|\n)<{7} /)
  const rest = start < 0 ? '' : text.slice(start)
  if (!/\n={7}\r?\n/.test(rest) || !/\n>{7} /.test(rest)) return undefined
  return { line: text.slice(0, start).split('\n').length, rule: 'merge-conflict', message: unfinishedMerge }
}
