import { counted } from '../output/text/count.ts'
import type { Change } from './outbox/op.ts'

/** The changes that a session could not send: a sentence about them, whether a journal keeps them, and those that are lost. */
export type Unsent = {
  said: string
  isKept: boolean
  /** The changes that have to be made again. */
  lost: readonly Change[]
}

/** Says how many changes are not sent, and whether they are kept. DECISIONS 370 */
export const sayUnsent = (count: number, isKept: boolean): string =>
  `${counted(count, 'change')} not sent, and ${isKept ? 'kept' : 'not kept: there is no journal'}`
