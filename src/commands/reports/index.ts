import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import type { Printer } from '../../output/printer.ts'
import { wrap } from '../../output/text/wrap.ts'
import { reportFormats } from '../../contract/report-formats.ts'
import type { NamedReport, Report } from '../../reports/index.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { chooseReportFormat } from '../shared/input/choices.ts'
import { showReading } from '../shared/submission/progress.ts'
import { conclude, type Read } from './problems.ts'
import { columnsFor } from '../shared/verbs/columns-for.ts'
import { verb } from '../shared/verbs/index.ts'

/** Adds `reports read`: shows what is in the reports of test runners, without a service. */
export const defineReports = (group: Command, context: Context): void => {
  verb(group, 'read <report...>', {
    summary: 'Show the results in test reports, and problems with the reports',
    examples: [
      'testctl reports read report.xml',
      "testctl reports read '*.xml' --json",
      'testctl reports read - --format junit < report.xml',
      'testctl reports read unit.xml e2e.xml --results --ndjson > out.ndjson',
    ],
  })
    .option('--format <format>', 'format of the reports (default: detected)', chooseReportFormat)
    .option('--results', 'list every result')
    .addHelpText('after', explanation)
    .action(async (typed: string[], flags: { format?: string; results?: boolean }) => {
      const { findReports } = await context.reports()
      const reports = await findReports(typed, context.io, flags)
      await (flags.results ? listResults : checkReports)(context, reports, flags.format)
    })
}

const explanation = (): string => `
No service is needed. A report can also be a folder of Allure results, and
quoted patterns are expanded. The format is detected by content. The formats:
${wrap(reportFormats.join(' '), 76)
  .map((line) => `  ${line}`)
  .join('\n')}

Errors count as failed. A flaky test failed first and then passed; it counts as
flaky only. Entries that are no result, such as a suite's own error, are dropped
and listed. A test without a name is counted here, but matches no test of a run.

Exit code 2: a report cannot be read (the others are read); 7: entries were
dropped. With --results, the list ends at the first report that cannot be read.`

/** Reads each report to its end, and prints a line for each. */
const checkReports = async (context: Context, named: readonly NamedReport[], format?: string): Promise<void> => {
  const reports: Read[] = []
  for (const one of named) reports.push(await readThrough(outcomesIn(context, one, format), one.file))
  const printer = await context.printer()
  const names = columnsFor(context, printer, { all: counts, few: counts.filter((name) => name !== 'errors') })
  await printer.table(names, isJson(printer) ? reports.map(wholeOf) : reports.map(lineOf))
  await conclude(reports, { warn: isJson(printer) ? undefined : printer.warn, reading: await context.reports() })
}

const counts = ['file', 'format', 'cases', 'passed', 'failed', 'errors', 'skipped', 'flaky', 'dropped']

const readThrough = async (outcomes: AsyncGenerator<unknown, Report>, file: string): Promise<Read> => {
  try {
    for (;;) {
      const { done, value } = await outcomes.next()
      if (done) return value
    }
  } catch (error) {
    if (error instanceof UsageError) return { file, error }
    throw error
  }
}

const wholeOf = (one: Read) => ('error' in one ? { file: one.file, error: one.error.message } : one)

const lineOf = (one: Read) =>
  'error' in one ? { file: one.file, format: 'cannot be read' } : { ...one, dropped: one.dropped.length }

/** Prints every result, as it is read. */
const listResults = async (context: Context, named: readonly NamedReport[], format?: string): Promise<void> => {
  const printer = await context.printer()
  const reports: Report[] = []
  const rows = async function* () {
    for (const one of named) {
      const pieces = outcomesIn(context, one, format)
      let piece = await pieces.next()
      for (; !piece.done; piece = await pieces.next()) yield* isJson(printer) ? piece.value : piece.value.map(rowOf)
      reports.push(piece.value)
    }
  }
  await printer.table(
    columnsFor(context, printer, { all: fields, few: ['name', 'suite', 'result', 'seconds'] }),
    rows(),
  )
  await conclude(reports, { warn: printer.warn, reading: await context.reports() })
}

const fields = ['name', 'suite', 'classname', 'file', 'result', 'flaky', 'error', 'seconds', 'report', 'line']

const rowOf = (outcome: Outcome) => ({ ...outcome, suite: outcome.suite.join(' › ') })

/** Yields the outcomes in a report, and shows their number so far as progress. */
const outcomesIn = async function* (
  context: Context,
  report: NamedReport,
  format?: string,
): AsyncGenerator<readonly Outcome[], Report> {
  const { readOutcomes } = await context.reports()
  const pieces = readOutcomes(report, context.io, { format })
  const progress = showReading(context, [report.file])
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return value
      progress.step(value.length)
      yield value
    }
  } finally {
    progress.done()
  }
}

const isJson = ({ format }: Printer): boolean => format === 'json' || format === 'ndjson'
