import { ChangedMeanwhileError } from '../../errors.ts'

/**
 * Refuses an update that was computed from something else than what is there; in the transaction that writes it, so that nothing comes
 * in between. DECISIONS 421
 */
export const refuseChanged = (label: string, unchanged: string | undefined, tagNow: () => string): void => {
  if (unchanged === undefined || unchanged === tagNow()) return
  throw new ChangedMeanwhileError(`the ${label} was changed since it was read`, { status: 412 })
}
