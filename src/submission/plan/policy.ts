/** How to treat skipped, flaky, repeated and unmatched results. */
export type Policy = {
  /** How to treat results that match no test: end with an error, only report them, or create cases and tests for them. */
  unmatched: 'fail' | 'ignore' | 'create'
  /** The result of a skipped test; with `ignore` the test keeps its result. */
  skipped: 'ignore' | 'untested' | 'passed' | 'failed'
  /** The result of a test that failed first and passed in the end. */
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

/** The defaults. */
export const usualPolicy: Policy = {
  unmatched: 'fail',
  skipped: 'ignore',
  flaky: 'passed',
  fold: 'worst',
  keepNewer: undefined,
  comments: 'failed',
  commentLimit: 4000,
}
