import type { Command } from 'commander'
import { version } from '../../../../package.json'
import type { Context } from '../../../composition/context.ts'
import type { Api } from '../../../contract/index.ts'
import { parseIdentifier } from '../../../contract/identifiers.ts'
import type { ReportModel, ReportTest } from '../../../runs/report/model.ts'
import type { ReadReport, ReportOptions, ReportProject } from '../../../runs/report/read.ts'
import type { ReportFiles, ReportFileFormat } from '../../../runs/report/write.ts'
import { chooseNumber } from '../input/choices.ts'
import { checkFileNames } from '../input/file-names.ts'
import { findProject } from '../input/project.ts'
import { runHandle } from './find.ts'
import { addAnnotationFlags, annotate, type AnnotationFlags } from './exports.ts'
import { terminalLook } from './look.ts'

/** The flags of every command that makes a report. */
export type ReportFlags = ReportFiles & AnnotationFlags & { full?: boolean; runs?: number }

const fileFlags: readonly ReportFileFormat[] = [
  'html',
  'markdown',
  'junit',
  'ctrf',
  'badge',
  'slack',
  'teams',
  'gitlab',
]

/**
 * Makes a command that prints a report, which `read` reads, and writes it into the files that its flags name; with `trend` it has the flag
 * `--runs`. Throws a UsageError, before anything is read, if a file cannot be written.
 */
export const reporting = <Typed extends string | undefined, Flags extends ReportFlags>(
  command: Command,
  context: Context,
  { trend = false, read }: { trend?: boolean; read: (typed: Typed, flags: Flags) => Promise<ReadReport> },
): Command =>
  addReportFlags(command, trend).action(async (typed: Typed, flags: Flags) => {
    checkFileNames(context.io, Object.fromEntries(fileFlags.map((name) => [`--${name}`, flags[name]])))
    await showReport(context, flags, await read(typed, flags))
  })

const addReportFlags = (command: Command, trend: boolean): Command => {
  command
    .addHelpText('after', about)
    .option('--html <file>', 'write one HTML page, which needs no network and no script')
    .option('--markdown <file>', 'write Markdown')
    .option('--junit <file>', 'write the tests as JUnit XML')
    .option('--ctrf <file>', 'write the tests as CTRF JSON')
    .option('--badge <file>', 'write a badge, as SVG')
    .option('--slack <file>', 'write the message for a webhook of Slack; nothing is posted')
    .option('--teams <file>', 'write the message for a webhook of Microsoft Teams; nothing is posted')
    .option('--gitlab <file>', 'write links to the failed tests, for artifacts:reports:annotations of GitLab')
    .option('--full', 'add steps and comments of every test, not only of those that failed or are in progress')
  addAnnotationFlags(command)
  return trend
    ? command.option(
        '--runs <number>',
        'how many of the latest runs to include (default 30)',
        chooseNumber('--runs', 1),
      )
    : command
}

const about = `
The page is one file: open it from a disk, a build artifact or an email. The
same results give the same bytes. --json prints the whole report, --csv one row
per step, and --quiet the identifiers of the failed tests.`

/**
 * Returns what is needed to read a report: the service, the level of detail, and the project of its subject, the `identifier`;
 * the project is undefined if only an id is known.
 */
export const reportSource = async (
  context: Context,
  flags: ReportFlags,
  identifier?: string,
): Promise<{ api: Api; project: ReportProject | undefined; reading: ReportOptions }> => {
  const [api, project, reading] = await Promise.all([
    context.api(),
    reportProject(context, identifier),
    readingOf(context, flags),
  ])
  return { api, project, reading }
}

const reportProject = async (context: Context, identifier = ''): Promise<ReportProject | undefined> => {
  const named = parseIdentifier(identifier)?.project
  if (named === undefined) return undefined
  const { id, identifier: own, name } = await findProject(context, named)
  return { id, identifier: own, name: String(name) }
}

/** Returns how much to read, and how to show progress. CSV needs the steps of every test. */
const readingOf = async (context: Context, { full, runs = 30 }: ReportFlags): Promise<ReportOptions> => {
  const isCsv = (await context.printer()).format === 'csv'
  return { full: full === true || isCsv, runs, version, stop: context.io.stop, progress: context.progress }
}

/** Prints a report, and writes it into the files that the flags name. */
const showReport = async (context: Context, flags: ReportFlags, read: ReadReport): Promise<void> => {
  await printReport(context, read)
  const { writeReport } = await context.report()
  const { io } = context
  const files = Object.fromEntries(fileFlags.map((name) => [name, flags[name]]))
  await writeReport(read, { files, full: flags.full === true, io, pageUrl: await context.pageUrl() })
  await annotate(context, flags, read.states)
  const printer = await context.printer()
  for (const file of Object.values(files)) if (file !== undefined) await printer.note(`Wrote ${file}`)
}

const printReport = async (context: Context, { report }: ReadReport): Promise<void> => {
  const { reportLines } = await context.report()
  const printer = await context.printer()
  if (['csv', 'template'].includes(printer.format) || context.flags().columns !== undefined)
    return printer.table(stepColumns, rowsOf(report))
  if (printer.format === 'quiet')
    return printer.answer(
      report,
      report.failed.map(({ identifier, id }) => identifier ?? id),
    )
  const look = printer.format === 'table' ? await terminalLook(context) : {}
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

/** Yields one row per step, those of failed tests first; one row for a test without steps. */
const rowsOf = function* (report: ReportModel): Iterable<Record<string, unknown>> {
  const { subject, kind, runs } = report
  // The report of a project has the tests of its newest run.
  const own = kind === 'run' ? subject : kind === 'project' ? runs[0] : undefined
  const groups = [...report.inProgress, ...report.untested].flatMap(({ tests }) => tests)
  for (const test of [...report.failed, ...groups, ...report.passed]) {
    const row = rowOf(test, own ? runHandle(own) : test.run)
    if (test.steps.length === 0) yield row
    for (const [at, { action, expectation }] of test.steps.entries())
      yield { ...row, step: at + 1, action, expectation }
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
