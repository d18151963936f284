import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { Context } from '../../composition/context.ts'
import { UsageError } from '../../errors.ts'
import { ownFlags } from '../../cli/flags.ts'
import { wrap } from '../../output/text/wrap.ts'
import { formatNames } from '../../contract/report-formats.ts'
import { addSubmissionFlags, type SubmissionFlags, submitReports } from '../shared/submission/index.ts'
import { verb } from '../shared/verbs/index.ts'

type Flags = SubmissionFlags & { resume?: boolean }

/** Adds `runs submit`: reads test reports and sets the results of a run. */
export const defineSubmit = (group: Command, context: Context): void => {
  const command = verb(group, 'submit [report...]', {
    summary: 'Read test reports, and set the results of a run',
    changes: 'writes',
    examples: [
      'testctl runs submit report.xml --run WEB-R7',
      "testctl runs submit 'out/**/*.xml' -p WEB --name 'CI {date}' --create-cases",
      'testctl runs submit report.xml --run WEB-R7 --dry-run',
      'testctl runs submit report.xml --run WEB-R7 --max-failed 5 --summary summary.md',
      'testctl runs submit - --run WEB-R7 < report.xml',
    ],
  })
  addSubmissionFlags(command)
  command
    .option('--resume', 'go on with the latest submission that did not get to its end, or that of --journal')
    .addHelpText('after', explanation)
    .action(async (files: string[]) => {
      const order = await orderOf(context, files, ownFlags(command))
      const { summary, lines, error } = await submitReports(context, order)
      const printer = summary.rehearsal ? await context.planPrinter() : await context.printer()
      const { format } = printer
      if (format === 'quiet') await printer.answer(summary, [summary.run?.identifier ?? summary.run?.id ?? ''])
      else await printer.answer(summary, lines(format === 'table' ? 20 : undefined))
      if (error) throw error
    })
}

const explanation = (): string => `
What a result is for is decided by the first of these that decides: a property,
annotation or tag with an identifier (test_id=WEB-C12, @WEB-T12); an identifier
in its name ([WEB-C12], whole words only); the file of --mapping; the one test
that has its name exactly, with the suites before it (suite › class › name) or
without; --match-pattern. A name that several tests have decides nothing: such
results are unmatched, each is named, and the exit code is 7.

${wrap(`Reports are ${Object.values(formatNames).join(', ')}; testctl reports read tells what is in one.`, 80).join('\n')}

Only what differs from the run is sent. A test that was skipped keeps its
result. What failed gets a comment, in the place of that of an earlier time.
A report without a test among others is named, and the others are sent.
testctl runs undo puts all of it back; so does the line at the end.`

/** What is to be submitted; with `--resume` what the journal says. */
const orderOf = async (context: Context, files: readonly string[], { resume, ...flags }: Flags) => {
  if (!resume) {
    if (files.length > 0) return { files, flags }
    throw new UsageError('which report?', { hint: 'testctl runs submit report.xml --run WEB-R7; - reads stdin' })
  }
  const others = Object.keys(flags).filter((name) => name !== 'journal')
  if (files.length > 0 || others.length > 0)
    throw new UsageError('--resume goes on with what was begun, and takes no reports and no other flags', {
      hint: 'the same command as before does the same, without --resume',
    })
  const resumed = await findStory(context, flags.journal)
  if (resumed.begin.files.includes('-'))
    throw new UsageError('a report came from stdin, which is gone', {
      hint: 'pipe it into the same command again: only what is missing is sent',
    })
  return { files: resumed.begin.files, flags: resumed.begin.flags, resumed }
}

const findStory = async (context: Context, named: string | undefined) => {
  const { io, settings } = context
  const { fileMeant, latestUnfinished, replayJournal, journalDirectory } = await context.journals()
  const service = (await settings.find('url'))?.value ?? ''
  const story =
    named === undefined
      ? await latestUnfinished(service, io)
      : await replayJournal(resolve(io.cwd, fileMeant(journalDirectory(io), named)))
  if (!story)
    throw new UsageError('there is no submission to this service that did not get to its end', {
      hint: 'testctl runs submit report.xml --run WEB-R7',
    })
  if (story.begin.service !== service)
    throw new UsageError(`that submission was to ${story.begin.service}`, { hint: 'set TESTCTL_URL to that service' })
  if (story.complete)
    throw new UsageError('that submission got to its end: nothing is left to do', { hint: story.file })
  return story
}
