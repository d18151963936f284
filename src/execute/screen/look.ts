import type { Size } from '../../output/live/frame.ts'
import type { Symbols } from '../../output/style/symbols.ts'
import type { Ruler } from '../../output/text/width.ts'

/** What a board is made for: a terminal of a size, its signs, and how text is measured. */
export type Look = Size & { symbols: Symbols; ruler: Ruler }
