import { phraseOf, type ResultName } from '../../../contract/vocabulary.ts'
import { type Html, html as dense } from '../../../html/template.ts'
import type { ResultCounts } from '../../status/counts.ts'
import { inOrder } from '../../status/index.ts'

// Colours are attributes, so that a page whose style is forbidden still has them; a style takes precedence.
const colors: Record<ResultName, string> = {
  passed: '#2da44e',
  failed: '#cf222e',
  inProgress: '#bf8700',
  untested: '#8c959f',
}

/** The signs of the results, so that colour is not the only difference. */
export const signOf: Record<ResultName, string> = { passed: '✓', failed: '✗', inProgress: '◐', untested: '○' }

/** The patterns that bars are drawn with; once in a page. */
export const patterns: Html = {
  markup: `<svg width="0" height="0" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.5" height="6" fill="#fff" opacity=".45"/></pattern><pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.2" fill="#fff" opacity=".6"/></pattern></defs></svg>`,
}

/** Draws a bar of the results in proportion, with its numbers as a label; nothing if there are no tests. */
export const barIn = (counts: ResultCounts, height = 16): Html =>
  counts.total === 0
    ? dense``
    : dense`<svg class="bar" width="100%" height="${height}" role="img" aria-label="${saying(counts)}">${barParts(
        counts,
      ).map(({ result, from, size }) =>
        stripe(result, { x: percent(from), y: '0', width: percent(size), height: '100%' }),
      )}</svg>`

/** Draws a piece of a bar or column in the colour of its result; failed and in progress also have a pattern of their own. */
export const stripe = (
  result: ResultName,
  { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', string>,
): Html => {
  const rect = (fill: string, kind: string) =>
    dense`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${kind ? dense` class="${kind}"` : ''}/>`
  const over = result === 'failed' ? '#hatch' : result === 'inProgress' ? '#dots' : undefined
  return dense`${rect(colors[result], result)}${over ? rect(`url(${over})`, '') : ''}`
}

/** Lists the results that occur: `57 passed, 3 failed`. */
export const saying = (counts: ResultCounts): string =>
  inOrder
    .filter((result) => counts[result] > 0)
    .map((result) => `${counts[result]} ${phraseOf[result]}`)
    .join(', ') || 'no tests'

/** Returns where each result begins and how long it is, in percent; each result that occurs is long enough to be seen. */
export const barParts = (counts: ResultCounts): { result: ResultName; from: number; size: number }[] => {
  const present = inOrder.filter((result) => counts[result] > 0)
  const sizes = present.map((result) => Math.max((counts[result] * 100) / counts.total, 1))
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  let from = 0
  return present.map((result, at) => {
    const size = ((sizes[at] ?? 0) * 100) / whole
    from += size
    return { result, from: from - size, size }
  })
}

/** Formats a percentage, rounded to two decimals. */
export const percent = (share: number): string => `${Math.round(share * 100) / 100}%`
