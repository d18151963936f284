import { phraseOf, type ResultName } from '../../contract/vocabulary.ts'
import { onOneLine, sourceName } from '../../system/files/text.ts'
import { planLine } from './plan-line.ts'
import type { Summary } from './index.ts'
import type { MatchExplanation } from './explain.ts'
import { counted } from '../../output/text/count.ts'
import { asNoCommand } from '../../output/text/no-command.ts'
import { reasonLines } from '../../output/text/reasons.ts'

/** How to show a summary: at most `most` items of a kind are named, by default all; with `ascii`, arrows are `->`. */
export type SummaryOptions = { most?: number | undefined; ascii?: boolean | undefined }

/** Formats the summary for people. No line can act as a command in the log of a CI system. DECISIONS 449 */
export const summaryLines = (summary: Summary, { most = Infinity, ascii = false }: SummaryOptions = {}): string[] => {
  const shown = rowsOf(summary, ascii ? '->' : '→').filter(({ count, always }) => always || count > 0)
  const width = shown.reduce((most, { count }) => Math.max(most, String(count).length), 0)
  return [
    headOf(summary),
    ...(summary.rehearsal ? [`  ${planLine(summary.plan, { ascii })}`] : []),
    ...shown.flatMap(({ label, count, text = '', details = [] }) => [
      `  ${label.padEnd(9)}  ${String(count).padStart(width)}${count > 0 && text ? `  ${text}` : ''}`,
      ...details.slice(0, most).map((detail) => `    ${onOneLine(detail)}`),
      ...(details.length > most ? [`    … and ${details.length - most} more; --json names them all`] : []),
    ]),
    ...(summary.explanation ? ['', ...explanationLines(summary.explanation, ascii ? '->' : '→')] : []),
  ].map(asNoCommand)
}

type Row = { label: string; count: number; text?: string; always?: boolean; details?: readonly string[] }

const rowsOf = (summary: Summary, arrow: string): Row[] => {
  const { results, tests, comments, created, changes, plan } = summary
  const setTo = { passed: tests.setTo.passed, failed: tests.setTo.failed, untested: tests.setTo.untested }
  return [
    { label: 'read', count: results.read, text: readOf(summary), always: true },
    {
      label: 'dropped',
      count: results.dropped,
      text: 'report entries that are not results',
      details: droppedOf(summary),
    },
    { label: 'matched', count: results.matched, text: matchedOf(summary), always: true },
    changes === undefined
      ? { label: 'set', count: tests.set, text: listOf(setTo), always: true }
      : {
          label: 'to set',
          count: changes.length,
          always: true,
          details: changes.map(({ test, name, from, to }) => `${test} ${name}: ${changeOf({ from, to }, arrow)}`),
        },
    { label: 'unchanged', count: tests.unchanged, always: true },
    { label: 'skipped', count: tests.skipped, text: 'left as they were', always: true },
    {
      label: 'newer',
      count: tests.newer,
      text: 'left unchanged: set by someone else since',
      details: summary.newer.map(
        ({ test, name, from, to }) => `${test} ${name}: holds ${phraseOf[from]}, reported ${phraseOf[to]}`,
      ),
    },
    failuresRow('not done', summary, undefined),
    failuresRow('unknown', summary, true),
    { label: 'not sent', count: tests.notSent + comments.notSent, text: 'stopped first' },
    {
      label: 'unmatched',
      count: results.unmatched,
      text: 'no matching test in the run',
      always: true,
      details: summary.unmatched.map(
        ({ reason, nearest = [], ...one }) =>
          `${placeOf(one)}: ${reason}${nearest.length > 0 ? `; nearest: ${nearest.join(', ')}` : ''}`,
      ),
    },
    {
      label: 'missing',
      count: summary.missing.length,
      text: 'also name an identifier that does not exist',
      details: summary.missing.map(({ identifiers, ...one }) => `${placeOf(one)}: ${identifiers.join(', ')}`),
    },
    {
      label: summary.rehearsal ? 'to create' : 'created',
      count: created.cases + created.tests,
      text: `${counted(created.cases, 'case')}, ${counted(created.tests, 'test')}`,
    },
    plan.comments
      ? { label: 'comments', count: plan.comments.written, text: toWriteOf(plan.comments.replaced) }
      : { label: 'comments', count: comments.written, text: 'written' },
    { label: 'others', count: tests.inNoReport, text: 'tests not in any report' },
  ]
}

const toWriteOf = (replaced: number): string =>
  replaced === 0 ? 'to write' : `to write, ${replaced} of them in place of an earlier one`

const failuresRow = (label: string, { failures }: Summary, unknown: true | undefined): Row => {
  const these = failures.filter((failure) => failure.unknown === unknown)
  const details = reasonLines(
    these.map(({ test, name, reason }) => ({ line: `${test} ${name}: ${reason}`, identifier: test, reason })),
  )
  return { label, count: these.length, details }
}

const headOf = ({ run, rehearsal }: Summary): string => {
  const dry = rehearsal ? ' — a dry run: nothing was changed' : ''
  // A new run has no identifier yet in a dry run.
  if (run?.created && rehearsal) return `${onOneLine(run.name)} (a new run)${dry}`
  const title = run ? `${run.identifier ?? run.id} ${run.name}`.trim() : 'no test run'
  const what = !run ? ': no result matches a case, so none is created' : run.created ? ' (created)' : ''
  return `${onOneLine(title)}${what}${dry}`
}

const readOf = ({ reports }: Summary): string => {
  const sum = (key: 'passed' | 'failed' | 'skipped' | 'flaky') => reports.reduce((total, one) => total + one[key], 0)
  const ended = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), flaky: sum('flaky') }
  return `in ${counted(reports.length, 'report')}: ${listOf(ended)}`
}

const droppedOf = ({ reports }: Summary): string[] =>
  reports.flatMap(({ file, dropped }) =>
    dropped.map(({ name = '', line, reason }) => `${placeOf({ name, report: file, line })}: ${reason}`),
  )

const matchedOf = ({ results, tests }: Summary): string => {
  const folded = results.folded > 0 ? `${results.folded} of them combined with another result of the same test` : ''
  const shared =
    results.shared > 0 ? `${counted(results.shared, 'test')} more through results that match several tests` : ''
  return [`for ${counted(tests.matched, 'test')}`, folded, shared].filter(Boolean).join('; ')
}

const placeOf = ({ name, report, line }: { name: string; report: string; line: number | undefined }): string =>
  `${name || 'unnamed'} (${sourceName(report)}${line === undefined ? '' : `:${line}`})`

const listOf = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')

/** Formats an explanation for people: the targets of each result, the rule that decided, and the effect on the test. */
const explanationLines = (explanation: readonly MatchExplanation[], arrow: string): string[] =>
  explanation.flatMap(({ name, report, line, result, rule, because, targets, planned = [], reason, nearest = [] }) => {
    const details =
      rule === undefined
        ? [`unmatched: ${reason ?? ''}`, ...(nearest.length > 0 ? [`nearest: ${nearest.join(', ')}`] : [])]
        : [
            `${rule}: ${because ?? ''}`,
            ...(planned.length === 0
              ? [`for ${targets.join(', ')}`]
              : planned.map((effect) => effectOf(effect, arrow))),
          ]
    const head = `${placeOf({ name, report, line })}: ${result}`
    return [onOneLine(head), ...details.map((detail) => `  ${onOneLine(detail)}`)]
  })

const effectOf = ({ test, what, from, to }: NonNullable<MatchExplanation['planned']>[number], arrow: string): string =>
  what === 'set' ? `for ${test}: ${changeOf({ from, to }, arrow)}` : `for ${test}: ${what}, it holds ${phraseOf[from]}`

const changeOf = ({ from, to }: { from: ResultName; to: ResultName }, arrow: string): string =>
  `${phraseOf[from]} ${arrow} ${phraseOf[to]}`
