import { inlineScript, inlineStyle } from '../../../html/inline.ts'
import { html as dense } from '../../../html/template.ts'
import type { ReportModel } from '../../report/model.ts'
import { reportScript } from './script.ts'
import { bodyIn, controls, headIn } from './sections.ts'
import { reportStyle } from './style.ts'
import { shortened } from './text.ts'

/**
 * Formats a report as one HTML file. It loads nothing, works with no script, and its content security policy
 * allows only its own style and script. The same report gives the same bytes. DECISIONS 194
 */
export const toHtml = (report: ReportModel): string[] => {
  const { subject, sentence } = report
  const title = shortened(`${subject.identifier ?? subject.id} ${subject.name}`, 200)
  const style = inlineStyle(reportStyle)
  const script = inlineScript(reportScript)
  const policy = `default-src 'none'; style-src ${style.source}; script-src ${script.source}; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>\n',
    dense`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${title}: ${sentence}</title>${style.tag}</head><body><main>`
      .markup,
    headIn(report).markup,
    controls.markup,
    bodyIn(report).markup,
    dense`</main>${script.tag}</body></html>\n`.markup,
  ]
}
