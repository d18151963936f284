import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Context } from '../../composition/context.ts'
import { parseIdentifier, parseShortIdentifier } from '../../contract/identifiers.ts'
import { UsageError } from '../../errors.ts'
import { ownFlags } from '../../cli/flags.ts'
import { addSubmissionFlags, type SubmissionFlags } from '../shared/submission/flags.ts'
import { summaryFields } from '../shared/submission/summary-fields.ts'
import { submitLine } from '../shared/submission/submit-line.ts'
import { submitReports } from '../shared/submission/index.ts'
import { verb } from '../shared/verbs/index.ts'

type Flags = SubmissionFlags & { resume?: boolean }

/** Adds `runs submit`: reads test reports and sets the results of a run. */
export const defineSubmit = (group: Command, context: Context): void => {
  const command = verb(group, 'submit [report...]', {
    summary: 'Upload test reports: set the results of a run',
    changes: 'writes',
    prints: summaryFields,
    examples: [
      'testctl runs submit report.xml --run WEB-R7',
      "testctl runs submit 'out/**/*.xml' -p WEB --name 'CI {date}' --create-cases",
      'testctl runs submit report.xml --run WEB-R7 --max-failed 5 --summary s.md',
      'testctl runs submit - --run WEB-R7 < report.xml',
    ],
  })
  addSubmissionFlags(command)
  command
    .option('--resume', 'finish the latest submission that was interrupted')
    .addHelpText('after', explanation)
    .action(async (files: string[]) => {
      const order = await orderOf(context, files, ownFlags(command))
      const { summary, lines, error } = await submitReports(context, order)
      const printer = await context.planPrinter()
      const { format } = printer
      if (format === 'quiet') await printer.answer(summary, [summary.run?.identifier ?? summary.run?.id ?? ''])
      else await printer.answer(summary, lines(format === 'table' ? 20 : undefined))
      if (error) throw error
    })
}

const explanation = `
A new case gets the whole name of its test (suite › class › name). In --name,
{branch} {commit} {build} {job} {date} {time} (UTC) are filled in. How results
are sent: testctl help submission. How a result finds its test: testctl help
matching.`

/** Returns the reports and flags of a submission; with `--resume`, those in the journal. */
const orderOf = async (context: Context, files: readonly string[], { resume, ...flags }: Flags) => {
  if (!resume) {
    checkWords(context, files, flags)
    if (files.length > 0) return { files, flags }
    const isNamed = flags.run !== undefined || flags.name !== undefined
    const line = submitLine(context, { files: ['report.xml'], flags: isNamed ? flags : { ...flags, run: 'WEB-R7' } })
    throw new UsageError('which report?', { hint: `such as: ${line}` })
  }
  const others = Object.keys(flags).filter((name) => name !== 'journal')
  if (files.length > 0 || others.length > 0)
    throw new UsageError('--resume continues an interrupted submission, and takes no reports and no other flags', {
      hint: 'run the original command again, without --resume',
    })
  const resumed = await findUnfinished(context, flags.journal)
  if (resumed.begin.files.includes('-'))
    throw new UsageError('a report came from stdin, which cannot be read again', {
      hint: 'pipe it into the same command again: only missing results are sent',
    })
  return { files: resumed.begin.files, flags: resumed.begin.flags, resumed }
}

/** Throws a UsageError if a run stands among the reports, without `--run`, and there is no file of that name. */
const checkWords = (context: Context, files: readonly string[], flags: SubmissionFlags): void => {
  if (flags.run !== undefined || flags.name !== undefined) return
  const isRun = (word: string): boolean =>
    (parseIdentifier(word) ?? parseShortIdentifier(word))?.noun === 'runs' && !existsSync(resolve(context.io.cwd, word))
  const [run] = files.filter(isRun)
  if (run === undefined) return
  const others = files.filter((word) => !isRun(word))
  throw new UsageError(`into which run? ${run} is not a report`, {
    hint: submitLine(context, { files: others.length > 0 ? others : ['report.xml'], flags: { ...flags, run } }),
  })
}

const findUnfinished = async (context: Context, named: string | undefined) => {
  const { io, settings } = context
  const { journalFile, latestUnfinished, replayJournal } = await context.journals()
  const service = (await settings.find('url'))?.value ?? ''
  const replay =
    named === undefined
      ? await latestUnfinished(service, io)
      : await replayJournal(resolve(io.cwd, journalFile(io, named)))
  if (!replay)
    throw new UsageError('no submission to this service was interrupted', {
      hint: 'such as: testctl runs submit report.xml --run WEB-R7',
    })
  if (replay.begin.service !== service)
    throw new UsageError(`that submission was to ${replay.begin.service}`, { hint: 'set TESTCTL_URL to that service' })
  if (replay.complete) throw new UsageError('that submission is complete: nothing is left to do', { hint: replay.file })
  return replay
}
