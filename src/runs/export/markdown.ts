import { stripVTControlCharacters } from 'node:util'
import { counted } from '../../output/text/count.ts'
import { messageInComment } from '../comments/message.ts'
import { inOrder, type RunState } from '../status/index.ts'
import { phraseOf } from '../status/counts.ts'

/** The most bytes that GitHub shows of a summary. A summary of ours has always less. */
export const mostBytes = 1024 * 1024

/**
 * A run as Markdown, as GitHub's step summary and other places show it: the verdict, how many of each result, the tests
 * that failed with the first line of why, and what was unmatched; fifty of each at most.
 * Every text from outside stands in a code span, where it is nothing but text: no table, link, HTML or mention.
 */
export const toMarkdown = (state: RunState): string => {
  const { run, counts, verdict, tests, unmatched = [] } = state
  const failed = tests.filter(({ result }) => result === 'failed')
  const columns = [...inOrder, 'total' as const]
  const blocks = [
    `## ${[run.identifier ?? run.id, run.name].filter(Boolean).map(code).join(' ')}`,
    verdict && (verdict.met ? '**The gate is met.**' : `**The gate is not met:** ${verdict.reasons.join('; ')}.`),
    [
      row(columns.map((column) => (column === 'total' ? column : phraseOf[column]))),
      row(columns.map(() => '---:')),
      row(columns.map((column) => String(counts[column]))),
    ].join('\n'),
    collapsed(`${counted(failed.length)} failed`, failed, (test) =>
      [
        test.identifiers[0] ?? test.id,
        test.name,
        test.assignedTo && `(${test.assignedTo})`,
        messageInComment(test)?.message,
      ]
        .map((text) => code(text ?? ''))
        .filter(Boolean)
        .join(' '),
    ),
    collapsed(
      `${counted(unmatched.length, 'result')} for no test of the run`,
      unmatched,
      ({ name, report, line, reason }) =>
        [name || 'without a name', line === undefined ? report : `${report}:${line}`, reason].map(code).join(' '),
    ),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const collapsed = <T>(title: string, items: readonly T[], show: (item: T) => string): string => {
  if (items.length === 0) return ''
  const lines = items.slice(0, most).map((item) => `- ${show(item)}`)
  const left = items.length - lines.length
  if (left > 0) lines.push(`- … and ${left} more`)
  return [`<details><summary>${title}</summary>`, '', ...lines, '', '</details>'].join('\n')
}

const most = 50
const longest = 300

/**
 * A code span that holds a text, in one line: between more backticks than the text has in a row. What cannot be seen or
 * turns the direction of text is left out.
 */
const code = (text: string): string => {
  const flat = stripVTControlCharacters(text.slice(0, longest * 2))
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()
  const cut = flat.length > longest ? `${flat.slice(0, longest).toWellFormed()}…` : flat
  if (cut === '') return ''
  const fence = '`'.repeat(Math.max(0, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const space = /^`|`$/.test(cut) ? ' ' : ''
  return fence + space + cut + space + fence
}
