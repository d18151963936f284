import { resolve } from 'node:path'
import type { Command } from 'commander'
import { version } from '../../../../package.json'
import type { Context } from '../../../composition/context.ts'
import { parseIdentifier } from '../../../contract/identifiers.ts'
import { UsageError } from '../../../errors.ts'
import { chooseSymbols } from '../../../output/style/symbols.ts'
import type { Report, ReportTest } from '../../../runs/report/model.ts'
import type { ReportOptions, ReportProject } from '../../../runs/report/read.ts'
import { chooseNumber } from '../input/choices.ts'
import { findProject } from '../input/references.ts'

/** The flags of every command that makes a report. */
export type ReportFlags = { html?: string; full?: boolean; runs: number }

const fileFlags = ['html'] as const

/** Gives a command the flags that say into which files a report goes, and how much it tells. */
export const addReportFlags = (command: Command): Command =>
  command
    .option('--html <file>', 'write one page that needs no network and no script')
    .option('--full', 'with steps and comments of every test, not only of those that failed or are in progress')
    .option('--runs <number>', 'how many of the last runs the trend shows (default 30)', chooseNumber('--runs', 1), 30)

/** Ends what cannot be written before anything is read: two flags for one file, or none where one is needed. */
export const checkReportFiles = ({ io }: Context, flags: ReportFlags): void => {
  const seen = new Map<string, string>()
  for (const name of fileFlags) {
    const file = flags[name]
    if (file === undefined) continue
    if (file === '' || file === '-')
      throw new UsageError(`--${name} takes the name of a file`, { hint: 'stdout has the answer: name a file' })
    const path = resolve(io.cwd, file)
    const other = seen.get(path)
    if (other) throw new UsageError(`--${other} and --${name} name the same file ${file}`, { hint: 'name two files' })
    seen.set(path, name)
  }
}

/** The project of what an identifier names; undefined where only an id is known. */
export const projectOf = async (
  context: Context,
  identifier: string | undefined,
): Promise<ReportProject | undefined> => {
  const named = identifier === undefined ? undefined : parseIdentifier(identifier)?.project
  if (named === undefined) return undefined
  const { id, identifier: own, name } = await findProject(context, named)
  return { id, identifier: own, name: String(name) }
}

/** How much of it to read, and what shows how far that is. CSV has the steps of every test. */
export const readingOf = async (context: Context, { full, runs }: ReportFlags): Promise<ReportOptions> => {
  const isCsv = (await context.printer()).format === 'csv'
  return { full: full === true || isCsv, runs, version, stop: context.io.stop, progress: context.progress }
}

/** Writes a report into the files that the flags name, and prints it. */
export const showReport = async (context: Context, flags: ReportFlags, report: Report): Promise<void> => {
  const { reportLines, writeReport } = await context.report()
  const printer = await context.printer()
  const { io } = context
  await writeReport(report, { files: Object.fromEntries(fileFlags.map((name) => [name, flags[name]])), io })
  if (['csv', 'template'].includes(printer.format) || context.flags().columns !== undefined)
    return printer.table(stepColumns, rowsOf(report))
  if (printer.format === 'quiet')
    return printer.answer(
      report,
      report.failed.map(({ identifier, id }) => identifier ?? id),
    )
  const look =
    printer.format === 'table' ? { symbols: chooseSymbols(io), columns: io.stdout.columns || 80, most: 20 } : {}
  await printer.answer(report, reportLines(report, look))
}

const stepColumns = [
  'run',
  'identifier',
  'name',
  'result',
  'assignedTo',
  'by',
  'time',
  'message',
  'step',
  'action',
  'expectation',
]

/** A row a step, those that failed first; one for a test without steps. */
const rowsOf = function* (report: Report): Iterable<Record<string, unknown>> {
  const { subject, kind } = report
  const groups = [...report.inProgress, ...report.untested].flatMap(({ tests }) => tests)
  for (const test of [...report.failed, ...groups, ...report.passed]) {
    const own = rowOf(test, kind === 'run' ? (subject.identifier ?? subject.id) : test.run)
    if (test.steps.length === 0) yield own
    for (const [at, { action, expectation }] of test.steps.entries())
      yield { ...own, step: at + 1, action, expectation }
  }
}

const rowOf = ({ identifier, id, name, result, assignedTo, by, at, message }: ReportTest, run: string | undefined) => ({
  run: run ?? '',
  identifier: identifier ?? id,
  name,
  result,
  assignedTo,
  by,
  time: at ?? '',
  message: message ?? '',
  step: '',
  action: '',
  expectation: '',
})
