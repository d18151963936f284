import { counted } from '../output/text/count.ts'
import type { Decision } from './session/state.ts'

/** The changes that a session could not send: a sentence about them, whether a journal keeps them, and lost results. */
export type Unsent = {
  said: string
  isKept: boolean
  /** The results that have to be set again. */
  lost: readonly Decision[]
}

/** Says how many changes are not sent, and whether they are kept. DECISIONS 370 */
export const sayUnsent = (count: number, isKept: boolean): string =>
  `${counted(count, 'change')} not sent, and ${isKept ? 'kept' : 'not kept: there is no journal'}`
