import { counted } from '../output/text/count.ts'
import type { Decision } from './session/state.ts'

/** What a session could not send, in words, and what of it stands in no journal. */
export type Unsent = {
  said: string
  isKept: boolean
  /** The results that have to be set again. */
  lost: readonly Decision[]
}

/** Says how many changes are not sent, and whether they are kept. DECISIONS 370 */
export const sayUnsent = (count: number, isKept: boolean): string =>
  `${counted(count, 'change')} not sent, and ${isKept ? 'kept' : 'not kept: there is no journal'}`
