import type { Command } from 'commander'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import type { Printer } from '../../output/printer.ts'
import { wrap } from '../../output/text/wrap.ts'
import { reportFormats } from '../../contract/report-formats.ts'
import type { Report } from '../../reports/index.ts'
import type { Outcome } from '../../reports/outcome.ts'
import { chooseReportFormat } from '../shared/input/choices.ts'
import { showReading } from '../shared/submission/progress.ts'
import { conclude, type Read } from './problems.ts'
import { verb } from '../shared/verbs/index.ts'

/** Reports of test runners: reads them and says what is in them, without a service. */
export const defineReports = (group: Command, context: Context): void => {
  verb(group, 'read <report...>', {
    summary: 'Show the contents of test reports, and problems in them',
    examples: [
      'testctl reports read report.xml',
      "testctl reports read '*.xml' --json",
      'testctl reports read - --format junit < report.xml',
      'testctl reports read unit.xml e2e.xml --results --ndjson > out.ndjson',
    ],
  })
    .option('--format <format>', 'read them as this format, without detection', chooseReportFormat)
    .option('--results', 'list the results that are in them')
    .addHelpText('after', explanation)
    .action(async (typed: string[], flags: { format?: string; results?: boolean }) => {
      const { findFiles } = await context.reports()
      const files = await findFiles(typed, context.io)
      await (flags.results ? listResults : checkReports)(context, files, flags.format)
    })
}

const explanation = (): string => `
No service is needed. The format is detected by content; a folder of
Allure results is one as well, and quoted patterns are expanded. The formats:
${wrap(reportFormats.join(' '), 76)
  .map((line) => `  ${line}`)
  .join('\n')}

Errors are among the failed. A flaky test failed first and passed in the end,
and counts as flaky only. What tells of a test and is no result is dropped, and
named.

Exit code 2: a report cannot be read (the others are); 7: something was dropped.
With --results, the first report that cannot be read ends the list.`

/** Reads each to its end, and prints a line for each. */
const checkReports = async (context: Context, files: readonly string[], format?: string): Promise<void> => {
  const reports: Read[] = []
  for (const file of files) reports.push(await readThrough(outcomesIn(context, file, format), file))
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

/** Prints the results themselves as they are read. */
const listResults = async (context: Context, files: readonly string[], format?: string): Promise<void> => {
  const printer = await context.printer()
  const reports: Report[] = []
  const rows = async function* () {
    for (const file of files) {
      const pieces = outcomesIn(context, file, format)
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

/** The outcomes in a report; shows how many there were so far. */
const outcomesIn = async function* (
  context: Context,
  file: string,
  format?: string,
): AsyncGenerator<readonly Outcome[], Report> {
  const { readOutcomes } = await context.reports()
  const pieces = readOutcomes(file, context.io, { format })
  const progress = showReading(context, [file])
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

/** A terminal has no room for all of them, unless they are asked for. */
const columnsFor = (
  { flags }: Context,
  { format }: Printer,
  { all, few }: { all: readonly string[]; few: readonly string[] },
): readonly string[] => (format === 'table' && flags().columns === undefined ? few : all)

const isJson = ({ format }: Printer): boolean => format === 'json' || format === 'ndjson'
