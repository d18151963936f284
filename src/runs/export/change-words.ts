import type { DifferenceKind } from '../diff/index.ts'

/** The words for each way in which a test can differ between two runs. */
export const changeWords: Record<DifferenceKind, string> = {
  newlyFailing: 'newly failing',
  stillFailing: 'still failing',
  fixed: 'fixed',
  changed: 'changed',
  added: 'new in this run',
  removed: 'removed',
}
