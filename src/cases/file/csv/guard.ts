import { escapeFormulas } from '../../../output/text/formulas.ts'

/** Escapes a text as a cell that no spreadsheet takes for a formula; `unguard` restores the text exactly. DECISIONS 206 */
export const guard = (text: string): string => (quotedBreak.test(text) ? `'` : '') + escapeFormulas(text)

/** Removes from a cell what `guard` added to it. */
export const unguard = (cell: string): string => cell.replace(guardedBreak, '').replace(guarded, '')

// A text that begins with single quotes and a tab or line end gets one more, because `unguard` takes the first one for the guard.
const quotedBreak = /^'+[\t\r\n]/
const guardedBreak = /^'(?='*[\t\r\n])/
const guarded = /(?<=^|[\n\r\t;])'(?=["' ]*[=+\-@＝＋－＠])/g
