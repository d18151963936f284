/** A key of a session and its description on the help page; `short` is its label below the test. */
export type KeyRow = { keys: string; does: string; short?: string }

/** The keys while a test is shown. */
export const keyRows: readonly KeyRow[] = [
  { keys: 'p', does: 'set passed, and show the next test', short: 'passed' },
  { keys: 'f', does: 'set failed, with a note, and show the next test', short: 'failed' },
  { keys: 's', does: 'skip: leave the test as it was', short: 'skip' },
  { keys: 'b', does: 'go back to the test before', short: 'back' },
  { keys: 'u', does: 'undo: take back the last result or assignment', short: 'undo' },
  { keys: 'n', does: 'write a note, which becomes a comment', short: 'note' },
  { keys: 'N', does: 'write a note in your editor' },
  { keys: 'space', does: 'tick or untick the step', short: 'step' },
  { keys: 'j k', does: 'go to the next step, or the one before' },
  { keys: 'PgDn PgUp', does: 'scroll a long test' },
  { keys: 'a', does: 'assign the test to someone' },
  { keys: 'g', does: 'go to a test by its number' },
  { keys: '/', does: 'find a test by a part of its name' },
  { keys: 'o', does: 'list the tests that are left' },
  { keys: 'c', does: 'choose a result if someone else changed yours' },
  { keys: 'r', does: 'show the test again' },
  { keys: '?', does: 'show these keys', short: 'keys' },
  { keys: 'q', does: 'quit; a test without a result is put back', short: 'quit' },
]
