import type { DifferenceKind } from '../diff/index.ts'

/** What changed in a test from one run to another, in words. */
export const changeWords: Record<DifferenceKind, string> = {
  newlyFailing: 'newly failing',
  stillFailing: 'still failing',
  fixed: 'fixed',
  changed: 'changed',
  added: 'new in this run',
  removed: 'removed',
}
