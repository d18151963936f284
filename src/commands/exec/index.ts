import { addExamples } from '../../cli/examples.ts'
import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { End } from '../../system/child-process.ts'
import type { Context } from '../../composition/context.ts'
import {
  CommandError,
  GateError,
  InterruptedError,
  PartialError,
  reworded,
  TestctlError,
  UnauthorizedError,
  UnavailableError,
} from '../../errors.ts'
import { addMutationFlags, ownFlags } from '../../cli/flags.ts'
import { changing, printing } from '../../output/printed-kind.ts'
import { safe } from '../../output/text/escape.ts'
import { statusLineOf } from '../../output/status-line/index.ts'
import type { ChangedFile } from '../../reports/index.ts'
import { signalError } from '../../system/async/stopped.ts'
import { isPowerShell } from '../../system/shell-line.ts'
import { checkFlags, checkWords, type ExecFlags } from './flags.ts'
import { addSubmissionFlags } from '../shared/submission/flags.ts'
import { summaryFields } from '../shared/submission/summary-fields.ts'
import { submitLine } from '../shared/submission/submit-line.ts'
import { submitReports } from '../shared/submission/index.ts'
import { collectValues } from '../shared/verbs/index.ts'
import { listNames } from '../../output/text/count.ts'
import type { UserEnv } from '../../system/io.ts'

/** Adds `testctl exec`: runs a command, submits the reports that it wrote, and fails as the command did. DECISIONS 43 */
export const defineExec = (command: Command, context: Context): void => {
  changing(command)
  printing(command, summaryFields)
  addExamples(command, examples)
    .usage('[flags] --report <file> -- <command> [args...]')
    .argument('<command...>', 'the command and its arguments, as they are')
    .requiredOption('--report <file>', 'a report that the command writes; quote patterns', collectValues)
  addSubmissionFlags(command)
  command.option('--summary-json <file>', 'write the JSON result to this file')
  addMutationFlags(command)
  command
    .addHelpText('after', () => explanation)
    .action(async (words: string[]) => {
      const flags = ownFlags(command) as ExecFlags
      checkWords(context, words, flags)
      await checkFlags(context, flags)
      const { watchReports } = await context.reports()
      const look = await watchReports(flags.report, context.io)
      const { runChild } = await context.child()
      // The terminal belongs to the command: draw nothing on it.
      const release = statusLineOf(context.io).hold()
      const end = await runChild(words, context.io).finally(release)
      checkEnd(context, words, end)
      const problem = await submitWritten(context, { words, flags, ...(await look()) })
      if (end.exitCode === 0 && problem) throw problem
      if (end.exitCode !== 0) throw failureOf(words, end, problem)
    })
}

const explanation = `
The command after -- runs as it is, without a shell, and keeps the terminal,
stdin and stdout; testctl prints its own answer to stderr. When the command has
ended, the reports that it wrote are submitted as runs submit does. Reports that
existed before and did not change are left out.

If the command fails, the exit code is its own: 128 plus the number of the
signal that ended it, 127 if there is no such command, 126 if it cannot be
executed. Its reports are still submitted. If the command passes, the
exit code is that of the submission: 7 if it did not write one of the reports
or not all results are stored, 8 if the gate is not met, and so on.
While the command runs, Ctrl-C (130) and SIGTERM (143) end it, and nothing is
submitted; after that, they stop the submission, and testctl runs submit
--resume finishes it.`

/** Throws if the command could not be started, or if Ctrl-C or a signal to testctl stopped it. */
const checkEnd = ({ io }: Context, words: readonly string[], { exitCode, signal, never }: End): void => {
  const [file = ''] = words
  if (never !== undefined) throw new CommandError(exitCode, `${lineOf([file])}: ${never}`, { hint: hintFor(file, io) })
  const message = `${lineOf(words)} was stopped (${exitCode}); nothing was submitted`
  // Ctrl-C reaches both processes, and the command may end before testctl gets the signal. DECISIONS 43
  const stopped = signal === 'SIGINT' ? new InterruptedError(message) : signalError(io.stop, message)
  if (stopped) throw stopped
}

const hintFor = (file: string, typing: UserEnv): string =>
  /\s/.test(file)
    ? `a command and its arguments are words of their own: -- npm test; a line for a shell needs one: -- ${isPowerShell(typing) ? 'cmd /c' : 'sh -c'} "…"`
    : 'is it spelled right, in the PATH, and executable?'

type Work = ChangedFile & { words: readonly string[]; flags: ExecFlags }

/** Submits the reports that were written, and prints the summary on stderr; resolves to the error, if there is one. */
const submitWritten = async (
  context: Context,
  { words, flags: { report, summaryJson, ...flags }, files, older, mixed, missing }: Work,
): Promise<Error | undefined> => {
  const printer = await context.asidePrinter()
  const again = () => submitLine(context, { files: older.length > mostNamed ? report : older, flags })
  if (files.length === 0) return nothingWritten(report, older, again)
  if (older.length > 0) await printer.warn(`not submitted, because ${lineOf(words)} did not write it: ${someOf(older)}`)
  if (mixed.length > 0)
    await printer.warn(`${someOf(mixed)} holds older results too, which are submitted as well: empty it before the run`)
  try {
    const { summary, lines, error } = await submitReports(context, { files, flags, makesReports: true })
    const text = printer.format === 'quiet' ? [summary.run?.identifier ?? ''] : lines(20)
    await printer.answer(summary, text)
    const unwritten = summaryJson === undefined ? undefined : await writeSummary(context, summaryJson, summary)
    const lost = missing.length > 0 ? notWritten(missing) : undefined
    // As with the other files of a submission, a file that could not be written outranks only an unmet gate. DECISIONS 269
    const problems = error instanceof GateError ? [unwritten, error, lost] : [error, unwritten, lost]
    const [first, ...others] = problems.filter((problem) => problem !== undefined)
    for (const { message } of others) await printer.warn(message)
    return first
  } catch (error) {
    if (!(error instanceof TestctlError)) throw error
    // A pattern also matches older files, and is an error if it matches none.
    const named = files.length > mostNamed && older.length + missing.length === 0 ? report : files
    return submittedLater(error, submitLine(context, { files: named, flags }))
  }
}

/**
 * Adds the command line that submits the existing reports to the error of an outage or a refused key: to run the tests again may take
 * half an hour.
 * Keeps the line if the error has one already. Advice to fix something first, such as an address, stays above it. DECISIONS 447
 */
const submittedLater = (error: TestctlError, line: string): TestctlError => {
  const { hint } = error
  const when =
    error instanceof UnavailableError
      ? 'when the service answers'
      : error instanceof UnauthorizedError
        ? 'with a key that may do it'
        : undefined
  if (when === undefined || hint?.includes('testctl runs submit')) return error
  const next = `${when}: ${line}`
  if (hint === undefined || /\bagain\b/.test(hint)) return reworded(error, error.message, next)
  return reworded(error, error.message, `${hint}\n${next}`)
}

/** Writes the JSON result into a file; resolves to the error if that fails. */
const writeSummary = async (context: Context, name: string, summary: object): Promise<Error | undefined> => {
  const { writeUserFile } = await context.runs()
  const { cwd, stop } = context.io
  return writeUserFile([`${JSON.stringify(summary, null, 2)}\n`], { path: resolve(cwd, name), name, stop }).then(
    () => undefined,
    (error: Error) => error,
  )
}

const nothingWritten = (patterns: readonly string[], older: readonly string[], again: () => string): PartialError =>
  older.length > 0
    ? new PartialError(`no report was written: ${someOf(older)} ${older.length === 1 ? 'was' : 'were'} there before`, {
        hint: `to submit what is there: ${again()}`,
      })
    : new PartialError(`no report was written: nothing is at ${patterns.join(', ')}`, {
        hint: "name the files that the command writes: --report 'out/*.xml'",
      })

// A job must not pass if it lost a report. DECISIONS 43
const notWritten = (patterns: readonly string[]): PartialError =>
  new PartialError(`no report was written at ${someOf(patterns)}; the others were submitted`, {
    hint: 'leave out a --report that the command does not always write',
  })

/** Returns the error of a failed command. The command itself has said why, so the message is only for a problem of testctl. */
const failureOf = (words: readonly string[], { exitCode }: End, problem: Error | undefined): Error => {
  if (!(problem instanceof TestctlError)) return new CommandError(exitCode)
  return new CommandError(exitCode, `${lineOf(words)} failed (${exitCode}); ${problem.message}`, problem.details)
}

const lineOf = (words: readonly string[]): string => {
  const line = safe(words.join(' '))
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const someOf = (files: readonly string[]): string => safe(listNames(files, mostNamed))

const mostNamed = 5

const examples = [
  "testctl exec --run WEB-R7 --report 'out/*.xml' -- npm test",
  "testctl exec -p WEB --name 'CI {date}' --report out/e2e.xml -- npm run e2e",
]
