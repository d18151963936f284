import { ChangedMeanwhileError } from '../../errors.ts'

/**
 * Throws a ChangedMeanwhileError (412) for an update that was computed from an older state. Call it in the transaction of the write, so
 * that no other write comes between. DECISIONS 421
 */
export const refuseChanged = (label: string, unchanged: string | undefined, tagNow: () => string): void => {
  if (unchanged === undefined || unchanged === tagNow()) return
  throw new ChangedMeanwhileError(`the ${label} was changed since it was read`, { status: 412 })
}
