/** What can be wrong with a file of cases, by the name that `cases lint` prints. */
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

/** Something in a file that makes it no case, or would lose text: where, and what. */
export type FileProblem = { line: number; rule: FileRule; message: string }

/** The problem of an unfinished merge. DECISIONS 379 */
export const unfinishedMerge =
  'a merge of git is not finished here: keep one side, and remove the lines <<<<<<<, ======= and >>>>>>>'

/** How the files are found that git could not merge. */
export const whichAreUnmerged = 'git status names the files that are not merged yet'

/** A merge of git that is not finished: both sides would be taken for the text of the case. DECISIONS 379, 461 */
export const mergeConflictIn = (text: string): FileProblem | undefined => {
  const start = text.search(/(?<=^|\n)<{7} /)
  const rest = start < 0 ? '' : text.slice(start)
  if (!/\n={7}\r?\n/.test(rest) || !/\n>{7} /.test(rest)) return undefined
  return { line: text.slice(0, start).split('\n').length, rule: 'merge-conflict', message: unfinishedMerge }
}
