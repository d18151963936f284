import type { Line } from '../../output/cells/line.ts'
import type { Symbols } from '../../output/style/symbols.ts'
import { formatChange } from '../diff/lines.ts'
import { barLines } from '../status/lines.ts'
import { type LineOptions, nameFirst, section, titleOf } from '../line-parts.ts'
import type { ReportModel, ReportGroup, ReportTest } from './model.ts'
import { changedTests } from './tests.ts'

/** Formats a report for a terminal or a pipe: the sentence, what changed, what failed and why, and what is open. */
export const reportLines = (report: ReportModel, look: LineOptions): Line[] => {
  const { subject, sentence, results, changes, failed } = report
  const inset = { ...look, indent: '    ' }
  return [
    titleOf(subject),
    [
      {
        text: `  ${sentence}`,
        tone:
          results.failed > 0 ? 'failed' : results.passed === results.total && results.total > 0 ? 'passed' : undefined,
      },
    ],
    ...barLines(results, look),
    ...section('changes', changeLines(changes, look)),
    ...section(
      'failed',
      nameFirst(failed.map(told), ({ handle }) => [handle], inset),
    ),
    ...section('in progress', groupLines(report.inProgress, look)),
    ...section('untested', groupLines(report.untested, look)),
    ...section(
      'until it is ready',
      report.steps.map((step) => `    ${step}`),
    ),
    ...section(
      'runs',
      nameFirst(
        report.runs,
        ({ identifier, id, results: own }) => [identifier ?? id, `${own.passed}/${own.total} passed`],
        inset,
      ),
    ),
    ...section(
      'flakiest cases',
      nameFirst(report.flakiest, (one) => [one.identifier ?? one.id, `${Math.round(one.flakiness * 100)}%`], inset),
    ),
  ]
}

const changeLines = (changes: ReportModel['changes'], look: LineOptions): Line[] =>
  changes
    ? nameFirst(
        changedTests(changes),
        (test) => [test.identifier ?? test.id, formatChange(test, arrowIn(look.symbols))],
        {
          ...look,
          indent: '    ',
        },
      )
    : []

const arrowIn = (symbols: Symbols | undefined): string => symbols?.arrow ?? '->'

const told = ({ identifier, id, name, message, assignedTo }: ReportTest) => ({
  handle: identifier ?? id,
  name: [name, assignedTo && `(${assignedTo})`, message && `: ${message}`]
    .filter(Boolean)
    .join(' ')
    .replace(' : ', ': '),
})

const groupLines = (groups: readonly ReportGroup[], look: LineOptions): Line[] =>
  nameFirst(
    groups.flatMap(({ name, tests }) => tests.map((test) => ({ ...test, holder: name || 'unassigned' }))),
    ({ identifier, id, holder }) => [identifier ?? id, holder],
    { ...look, indent: '    ' },
  )
