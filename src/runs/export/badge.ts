import { shortened } from './html/text.ts'
import { html as dense } from '../../html/template.ts'
import type { ReportModel } from '../report/model.ts'

/** Draws a report as a badge, an SVG for a README: `tests │ ✓ 57/60 passed`. It loads nothing and runs nothing. */
export const toBadge = ({ results, subject }: ReportModel): string => {
  const { total, passed, failed, inProgress, untested } = results
  const open = inProgress + untested
  const [said, color] =
    total === 0
      ? ['no tests', '#57606a']
      : failed > 0
        ? [`✗ ${failed}/${total} failed`, '#a40e26']
        : open > 0
          ? [`◐ ${passed}/${total} passed`, '#7d4e00']
          : [`✓ ${total}/${total} passed`, '#116329']
  const left = widthOf('tests')
  const right = widthOf(said)
  const width = left + right
  const label = (text: string, x: number, own: number) =>
    dense`<text x="${x + own / 2}" y="14" text-anchor="middle" textLength="${own - 12}" lengthAdjust="spacingAndGlyphs">${text}</text>`
  const title = shortened(`${subject.identifier ?? subject.id} ${subject.name}`, 200)
  return dense`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="tests: ${said}"><title>${title}: ${said}</title><clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#424a53"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${label('tests', 0, left)}${label(said, left, right)}</g></svg>\n`
    .markup
}

// The width of the reader's font is not known: each text is stretched to its place.
const widthOf = (text: string): number => Math.round(text.length * 6.6) + 12
