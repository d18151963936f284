import { escapeFormulas } from '../../../output/text/formulas.ts'

/** A text as a cell that no spreadsheet takes for a formula; `unguard` gives the text back as it was. DECISIONS 206 */
export const guard = (text: string): string => (quotedBreak.test(text) ? `'` : '') + escapeFormulas(text)

/** Removes from a cell what `guard` added to it. */
export const unguard = (cell: string): string => cell.replace(guardedBreak, '').replace(guarded, '')

// Before a line end the guard alone would look like a text that begins with a quote.
const quotedBreak = /^'+[\t\r\n]/
const guardedBreak = /^'(?='*[\t\r\n])/
const guarded = /(?<=^|[\n\r\t;])'(?=["' ]*[=+\-@＝＋－＠])/g
