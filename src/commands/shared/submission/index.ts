import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isFileAddress } from '../../../config/address.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import type { JournalHeader, Replay } from '../../../submission/journal/index.ts'
import type { SubmissionOptions, Submitted, Summary } from '../../../submission/index.ts'
import type { Gate } from '../../../runs/status/gate.ts'
import { repositoryOf } from '../../../system/git.ts'
import { chooseSymbols } from '../../../output/style/symbols.ts'
import { gateErrorOf } from '../runs/gate-error.ts'
import { checkDestination, type Destination, destinationOf } from './destination.ts'
import { endIfGone } from './end-with-run.ts'
import { finishHint } from './finish-hint.ts'
import type { SubmissionFlags } from './flags.ts'
import { checkExports, exportRun, wantsExports } from '../runs/exports.ts'
import { chooseGate } from '../runs/gate-flags.ts'
import { showReading } from './progress.ts'
import { emptyLines } from '../../reports/problems.ts'
import { choosePolicy, chooseRules } from './rules.ts'
import { submitLine } from './submit-line.ts'
import { milestoneWarning } from './milestone-warning.ts'
import { undoLines } from './undo-line.ts'

/** The outcome of a submission: the summary, the same as lines, and the error to end with. */
export type Submission = { summary: Summary; lines: (most?: number) => string[]; error: Error | undefined }

type Given = {
  files: readonly string[]
  flags: SubmissionFlags
  resumed?: Replay | undefined
  /** Whether the command makes new reports each time, as `exec` does. */
  makesReports?: boolean
}

/** Reads reports, submits them, judges the run, and writes the files that were asked for. Prints no answer. */
export const submitReports = async (
  context: Context,
  { files, flags, resumed, makesReports = false }: Given,
): Promise<Submission> => {
  checkDestination(flags)
  checkExports(context, flags)
  const { io } = context
  const gate = chooseGate(flags)
  const [given, rules] = [await choosePolicy(context, flags), await chooseRules(context, flags)]
  const { readReports, emptyAmong } = await context.reports()
  const progress = showReading(context, files)
  const reading = await readReports(files, io, { format: flags.format, onRead: progress.step }).finally(progress.done)
  const { submit, planLine, summaryLines, createMask } = await context.submission()
  const destination = await destinationOf(context, flags, resumed).catch(async (error: unknown) => {
    throw await endIfGone(context, error, { run: resumed?.run, resumed })
  })
  const begin = await beginningOf(context, { files, flags, destination, outcomes: reading.outcomes })
  checkUnchanged(context, resumed, begin)
  const printer = await context.printer()
  for (const line of emptyLines(reading.reports, { emptyAmong })) await printer.warn(line)
  const { chooseJournal } = await context.journals()
  const dryRun = context.flags().dryRun ?? false
  const { journal, earlier } = await chooseJournal(begin, {
    named: flags.journal,
    dryRun,
    resumed,
    io,
    warn: (text) => void printer.warn(text),
  })
  // What others have set since the first try is newer than its reports. DECISIONS 561
  const goesOn = earlier && earlier.begin.flags['keepNewer'] === flags.keepNewer
  const policy = goesOn ? await choosePolicy(context, flags, new Date(earlier.firstAt)) : given
  const stopped = { files, flags, journal, earlier: earlier?.createdRun?.id, project: resumed?.begin.project }
  const howToFinish = dryRun ? undefined : await finishHint(context, { ...stopped, makesReports })
  const ascii = chooseSymbols(io).arrow === '->'
  try {
    const submitted = await submit({
      ...reading,
      api: await context.api(),
      into: continued(destination.into, earlier, { isResumed: resumed !== undefined }),
      rules,
      policy,
      mask: createMask(io.env, [(await context.settings.find('apiKey'))?.value ?? '']),
      root: repositoryOf(io.cwd) ?? io.cwd,
      journal,
      ours: earlier?.set,
      shards: flags.reuse,
      dryRun,
      stop: io.stop,
      atOnce: isFileAddress(begin.service) ? 256 : undefined,
      progress: context.progress,
      onPlan: dryRun ? undefined : (plan) => printer.note(planLine(plan, { ascii })),
      explain: flags.explain,
      howToFinish,
    }).catch(async (error: unknown) => {
      const run = 'run' in destination.into ? destination.into.run : undefined
      throw await endIfGone(context, error, { run, journal, resumed, project: destination.project })
    })
    const { verdict, unwritten } = await conclude(context, { flags, gate, submitted })
    const { summary } = submitted
    const elsewhere = await milestoneWarning(context, flags, { ...destination, ...summary })
    if (elsewhere !== undefined) await printer.warn(elsewhere)
    // The error of the submission goes first, then that of a file, and an unmet gate last. DECISIONS 269
    const [error, ...others] = [submitted.error, unwritten, !submitted.error && verdict].filter(
      (one) => one instanceof Error,
    )
    for (const { message } of others) await printer.warn(message)
    const undoing = await undoLines(context, summary)
    return { summary, lines: (most) => [...summaryLines(summary, { most, ascii }), ...undoing], error }
  } finally {
    await journal.close()
  }
}

/**
 * Judges the run and writes its files; does neither in a dry run or without a run. Returns the error of a file that cannot be
 * written, because the caller has to print first what was sent.
 */
const conclude = async (
  context: Context,
  { flags, gate, submitted }: { flags: SubmissionFlags; gate: Gate | undefined; submitted: Submitted },
): Promise<{ verdict?: Error | undefined; unwritten?: Error | undefined }> => {
  const { summary, tests } = submitted
  const { run, unmatched } = summary
  if (summary.rehearsal || !run || (!gate && !wantsExports(context, flags, { appends: true }))) return {}
  const { judgeGate, stateOf } = await context.runs()
  const state = stateOf(run, tests)
  const judged = { ...state, unmatched, verdict: gate && judgeGate(state.counts, gate) }
  const unwritten = await exportRun(context, flags, { state: judged, appends: true }).then(
    () => undefined,
    (error: Error) => error,
  )
  return { verdict: gateErrorOf(judged), unwritten }
}

/** Returns the header of the journal, which is written before the submission begins. */
const beginningOf = async (
  context: Context,
  given: {
    files: readonly string[]
    flags: SubmissionFlags
    destination: Destination
    outcomes: SubmissionOptions['outcomes']
  },
): Promise<JournalHeader> => {
  const { io, settings, journals } = context
  const { digestOfOutcomes } = await journals()
  const files = given.files.map((file) => (file === '-' ? file : resolve(io.cwd, file)))
  return {
    version: 1,
    at: io.now().toISOString(),
    pid: io.pid,
    start: io.start,
    service: (await settings.find('url'))?.value ?? '',
    project: given.destination.project,
    target: given.destination.target,
    files,
    written: files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null),
    flags: given.flags,
    digest: digestOfOutcomes(given.outcomes),
  }
}

const checkUnchanged = (context: Context, resumed: Replay | undefined, { digest }: JournalHeader): void => {
  if (!resumed || resumed.begin.digest === digest) return
  const { at, files, flags, project } = resumed.begin
  throw new UsageError(`the reports have changed since ${at}, when this submission began; nothing was sent`, {
    hint: submitLine(context, { files, flags, project }),
  })
}

/** Directs the results to the run that an earlier try created or began to create, if there is one. With `--resume`, also to one that it found. */
const continued = (
  into: Destination['into'],
  earlier: Replay | undefined,
  { isResumed }: { isResumed: boolean },
): Destination['into'] => {
  if (!earlier || !('newRun' in into)) return into
  const { createdRun, creatingRun, run: chosen } = earlier
  const { displayId } = chosen ?? {}
  const run = isResumed && chosen && displayId !== undefined ? { ...chosen, displayId } : createdRun
  const found = run ? { run } : creatingRun && { before: creatingRun.before }
  return found ? { ...into, newRun: { ...into.newRun, earlier: found } } : into
}
