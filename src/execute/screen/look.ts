import type { Size } from '../../output/live/frame.ts'
import type { Symbols } from '../../output/style/symbols.ts'
import type { Ruler } from '../../output/text/width.ts'

/** The properties of the terminal that a board is rendered for: its size, its symbols, and how to measure text. */
export type Look = Size & { symbols: Symbols; ruler: Ruler }
