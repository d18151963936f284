import { keepingJoiners, safe } from '../../output/text/escape.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import { inOrder } from '../status/index.ts'
import type { PageUrl } from '../../config/page-url.ts'
import type { ReportModel, ReportTest } from '../report/model.ts'

/**
 * Formats a report as the payload of a Slack message for an incoming webhook; the user posts it. Names are plain
 * text, with no mentions or markup; a name that has a page is a link to it.
 */
export const toSlack = (report: ReportModel, pageUrl?: PageUrl): string => {
  const plain = (text: string) => ({ type: 'plain_text', text: shorten(text, 2900), emoji: false })
  const failed = failedIn(report, pageUrl)
  return payloadOf({
    text: escapeSlack(`${titleOf(report)}: ${report.sentence}`),
    blocks: [
      { type: 'header', text: { ...plain(shorten(titleOf(report), 140)) } },
      { type: 'section', text: plain(`${report.sentence}.`) },
      { type: 'context', elements: [plain(countsIn(report))] },
      ...[...openIn(report, pageUrl), ...failed].map((pieces) => ({
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: pieces.map(slackPiece) }],
      })),
    ],
  })
}

/** Formats a report for Microsoft Teams: an adaptive card, in which names are runs of text and not Markdown. */
export const toTeams = (report: ReportModel, pageUrl?: PageUrl): string => {
  const block = (pieces: readonly Piece[], more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: pieces.map(({ text, url }) => ({
      type: 'TextRun',
      text: shorten(text, 2900),
      ...(url !== undefined && { selectAction: { type: 'Action.OpenUrl', url } }),
      ...more,
    })),
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
            block([{ text: titleOf(report) }], { weight: 'Bolder', size: 'Medium' }),
            block([{ text: `${report.sentence}.` }]),
            block([{ text: countsIn(report) }], { isSubtle: true }),
            ...[...openIn(report, pageUrl), ...failedIn(report, pageUrl)].map((line) => block(line)),
          ],
        },
      },
    ],
  })
}

const payloadOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const titleOf = ({ subject }: ReportModel): string =>
  shortLine(`${subject.identifier ?? subject.id} ${subject.name}`.trim(), 140)

const countsIn = ({ results }: ReportModel): string =>
  inOrder.flatMap((result) => (results[result] > 0 ? `${results[result]} ${phraseOf[result]}` : [])).join(', ') ||
  'no tests'

/** A piece of a line: a text, which is a link if it has a `url`. */
type Piece = { text: string; url?: string | undefined }

const slackPiece = ({ text, url }: Piece) => (url === undefined ? { type: 'text', text } : { type: 'link', text, url })

/** Returns a line with a link to the page of the run or milestone; no line if it has no page. */
const openIn = ({ subject: { identifier } }: ReportModel, pageUrl: PageUrl | undefined): Piece[][] =>
  pageUrl && identifier ? [[{ text: shortLine(`Open ${identifier}`, 250), url: pageUrl(identifier) }]] : []

/** Formats the first failures, a line each, and how many more there are. */
const failedIn = ({ failed }: ReportModel, pageUrl: PageUrl | undefined): Piece[][] => {
  const line = ({ identifier, id, name, message }: ReportTest): Piece[] => [
    { text: '✗ ' },
    { text: shortLine(identifier ?? id, 100), url: identifier && pageUrl?.(identifier) },
    { text: shortLine(` ${name}${message === null ? '' : `: ${message}`}`, 250) },
  ]
  const lines = failed.slice(0, most).map(line)
  return failed.length > most ? [...lines, [{ text: `… and ${failed.length - most} more` }]] : lines
}

const most = 10

/** Puts a text into one line, with invisible characters escaped, cut to `length` characters. */
export const shortLine = (text: string, length: number): string =>
  keepingJoiners(shorten(text.replace(/\s+/g, ' '), length), safe)

/** Cuts a text to `length` characters. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text.toWellFormed()

// The text of a notification is the only one that Slack reads as markup.
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
