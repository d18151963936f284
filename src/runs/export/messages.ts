import { safe } from '../../output/text/escape.ts'
import { phraseOf } from '../status/counts.ts'
import { inOrder } from '../status/index.ts'
import type { Report } from '../report/model.ts'

/**
 * A report as the payload of a message in Slack: for an incoming webhook, to be posted by whoever wants it. Names stand in
 * plain text, where nothing is a mention, a link or markup.
 */
export const toSlack = (report: Report): string => {
  const plain = (text: string) => ({ type: 'plain_text', text: cut(text, 2900), emoji: false })
  const failed = failedIn(report)
  return payloadOf({
    text: escapeSlack(`${titleOf(report)}: ${report.sentence}`),
    blocks: [
      { type: 'header', text: { ...plain(cut(titleOf(report), 140)) } },
      { type: 'section', text: plain(`${report.sentence}.`) },
      { type: 'context', elements: [plain(countsIn(report))] },
      ...(failed.length > 0 ? [{ type: 'section', text: plain(failed.join('\n')) }] : []),
    ],
  })
}

/** The same for Microsoft Teams: an adaptive card, in which names are runs of text and no Markdown. */
export const toTeams = (report: Report): string => {
  const block = (text: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: cut(text, 2900), ...more }],
  })
  return payloadOf({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(titleOf(report), { weight: 'Bolder', size: 'Medium' }),
            block(`${report.sentence}.`),
            block(countsIn(report), { isSubtle: true }),
            ...failedIn(report).map((line) => block(line)),
          ],
        },
      },
    ],
  })
}

const payloadOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const titleOf = ({ subject }: Report): string =>
  oneLine(`${subject.identifier ?? subject.id} ${subject.name}`.trim(), 140)

const countsIn = ({ results }: Report): string =>
  inOrder.flatMap((result) => (results[result] > 0 ? `${results[result]} ${phraseOf[result]}` : [])).join(', ') ||
  'no tests'

/** The first failures, a line each, and how many more there are. */
const failedIn = ({ failed }: Report): string[] => {
  const lines = failed
    .slice(0, most)
    .map(({ identifier, id, name, message }) =>
      oneLine(`✗ ${identifier ?? id} ${name}${message === null ? '' : `: ${message}`}`, 250),
    )
  return failed.length > lines.length ? [...lines, `… and ${failed.length - lines.length} more`] : lines
}

const most = 10

const oneLine = (text: string, length: number): string => safe(cut(text.replace(/\s+/g, ' '), length))

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text.toWellFormed()

// The text of a notification is the only one that Slack reads as markup.
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
