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

/** What is said of a merge that nobody has finished. DECISIONS 379 */
export const unfinishedMerge =
  'a merge of git is not finished here: keep one side, and remove the lines <<<<<<<, ======= and >>>>>>>'
