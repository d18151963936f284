import type { PageUrl } from '../../config/page-url.ts'
import { counted } from '../../output/text/count.ts'
import type { ReportModel, ReportTest } from '../report/model.ts'
import { plainHandle } from '../report/sentence.ts'
import { changedTests } from '../report/tests.ts'
import { phraseOf } from '../../contract/vocabulary.ts'
import { inOrder } from '../status/index.ts'
import { changeWords } from './change-words.ts'
import { code, codeBlock } from './code-span.ts'

/** The most bytes that GitHub shows of the summary of a step. */
export const mostBytes = 1024 * 1024

/**
 * How much of a report to write: `most` bytes, and passed tests by name if `full`. With `pageUrl`, resources
 * that have a page are links.
 */
export type MarkdownOptions = { most?: number; full?: boolean; pageUrl?: PageUrl | undefined }

/**
 * Formats a report as Markdown for GitHub's step summary and other places, the most important first. A report
 * that is too long is cut, and says so. Every text from outside is in a code span or block. DECISIONS 195
 */
export const toMarkdown = (
  report: ReportModel,
  { most = 1_000_000, full = false, pageUrl }: MarkdownOptions = {},
): string => {
  const { subject, sentence, gate, results, steps, changes, failed, unmatched } = report
  const columns = [...inOrder, 'total' as const]
  const writer = createWriter(most)
  const linked = (own: Named): string => linkTo(own, pageUrl)
  writer.block(`## ${words([linked(subject), code(subject.name)])}`)
  writer.block(`${sentence}.`)
  if (gate) writer.block(gate.met ? '**The gate is met.**' : `**The gate is not met:** ${gate.reasons.join('; ')}.`)
  writer.block(
    [
      row(columns.map((column) => (column === 'total' ? column : phraseOf[column]))),
      row(columns.map(() => '---:')),
      row(columns.map((column) => String(results[column]))),
    ].join('\n'),
  )
  writer.list('until it is ready', steps, (step) => `- ${code(step)}`)
  writer.list(
    `${counted(report.runs.length, 'run')}`,
    report.runs,
    (run) => `- ${words([linked(run), code(run.name)])} ${run.results.passed}/${run.results.total} passed`,
  )
  writer.list(`${counted(failed.length)} failed`, failed, (test) => failure(test, { full, linked }))
  if (changes) {
    const changed = changedTests(changes)
    writer.list(
      `${counted(changed.length, 'change')} since ${plainHandle(changes.since)}`,
      changed,
      (test) => `- ${changeWords[test.kind]} ${words([linked(test), code(test.name)])}`,
    )
  }
  writer.list(
    `${counted(unmatched.length, 'result')} not matched to a test in the run`,
    unmatched,
    ({ name, report: file, line, reason }) =>
      `- ${words([name || 'unnamed', line === undefined ? file : `${file}:${line}`, reason].map(code))}`,
  )
  for (const result of ['inProgress', 'untested'] as const) {
    const grouped = report[result].flatMap(({ name, tests }) => tests.map((test) => ({ name, test })))
    writer.list(
      `${counted(grouped.length)} ${phraseOf[result]}`,
      grouped,
      ({ name, test }) => `- ${words([...namesOf(test, linked), code(name && `(${name})`)])}`,
    )
  }
  if (full)
    writer.list(`${counted(report.passed.length)} passed`, report.passed, (test) => `- ${words(namesOf(test, linked))}`)
  writer.list(
    'flakiest cases',
    report.flakiest,
    ({ name, flakiness, ...own }) => `- ${words([linked(own), code(name)])} ${Math.round(flakiness * 100)}%`,
  )
  return writer.text()
}

type Named = { identifier?: string | undefined; id: string }
type Linked = (own: Named) => string

/** Formats an identifier or id, as a link if it has a page. */
const linkTo = ({ identifier, id }: Named, pageUrl: PageUrl | undefined): string =>
  pageUrl && identifier && code(identifier) ? `[${code(identifier)}](${pageUrl(identifier)})` : code(identifier ?? id)

const failure = (test: ReportTest, { full, linked }: { full: boolean; linked: Linked }): string => {
  const { assignedTo, message, change, comments } = test
  const head = `- ${words([...namesOf(test, linked), code(assignedTo && `(${assignedTo})`), code(message ?? '')])}`
  const named = change === null || change === 'stillFailing' ? head : `${head} (${changeWords[change]})`
  const told = comments.filter(({ content }) => content.trim() !== (message ?? ''))
  return [named, ...told.flatMap(({ content }) => ['', codeBlock(content, full ? 20_000 : 2000)])].join('\n')
}

const namesOf = (test: ReportTest, linked: Linked): string[] => [code(test.run ?? ''), linked(test), code(test.name)]

const words = (texts: readonly string[]): string => texts.filter(Boolean).join(' ')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Collects blocks as long as there is room, and reserves some for the note that the rest was left out. */
const createWriter = (most: number) => {
  const blocks: string[] = []
  let left = most - reserved
  let isFull = false
  const take = (text: string): boolean => {
    const bytes = Buffer.byteLength(text) + 2
    isFull ||= bytes > left
    if (!isFull) left -= bytes
    return !isFull
  }
  return {
    block: (text: string): void => {
      if (take(text)) blocks.push(text)
    },
    /** Adds a list that unfolds; the rows that do not fit are counted, and not written. */
    list: <T>(title: string, rows: readonly T[], itemOf: (row: T) => string): void => {
      if (rows.length === 0 || !take(`<details><summary>${title}</summary></details>`)) return
      const shown: string[] = []
      for (const each of rows) {
        const item = itemOf(each)
        if (!take(item)) break
        shown.push(item)
      }
      const rest = rows.length - shown.length
      if (rest > 0) shown.push(`- … and ${rest} more`)
      blocks.push([`<details><summary>${title}</summary>`, '', ...shown, '', '</details>'].join('\n'))
    },
    text: (): string =>
      `${[...blocks, ...(isFull ? ['The report was cut here: it is too long.'] : [])].join('\n\n')}\n`,
  }
}

const reserved = 300
