/** What is made of results that say less than passed or failed, and of those that are for nothing. */
export type Policy = {
  /** Results that are for no test: an error in the end, only said, or cases and tests are created for them. */
  unmatched: 'fail' | 'ignore' | 'create'
  /** What a skipped test counts as; with `ignore` the test keeps what it has. */
  skipped: 'ignore' | 'untested' | 'passed' | 'failed'
  /** What a test counts as that failed first and passed in the end. */
  flaky: 'passed' | 'failed'
  /** Which of several results for one test counts. */
  fold: 'worst' | 'best' | 'last'
  /** A result that was set after this time is left alone. */
  keepNewer: Date | undefined
  /** Which tests get a comment that tells what happened. */
  comments: 'failed' | 'all' | 'none'
  /** The most characters of a comment. */
  commentLimit: number
}

/** What is done where nothing else is said. */
export const usualPolicy: Policy = {
  unmatched: 'fail',
  skipped: 'ignore',
  flaky: 'passed',
  fold: 'worst',
  keepNewer: undefined,
  comments: 'failed',
  commentLimit: 4000,
}
