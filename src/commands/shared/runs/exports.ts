import { type Command, Option } from 'commander'
import { completing } from '../../../completions/expected-values.ts'
import type { Context } from '../../../composition/context.ts'
import { UsageError } from '../../../errors.ts'
import { choose } from '../input/choices.ts'
import { checkFileNames } from '../input/file-names.ts'
import { excludeNegation } from '../verbs/negation.ts'
import type { AnnotationSystem } from '../../../runs/export/annotations.ts'
import type { RunState } from '../../../runs/status/index.ts'

/** The flags of every command that can write a run into files or a log. `summary` is false with `--no-summary`. */
export type ExportFlags = AnnotationFlags & { junitOut?: string; ctrfOut?: string; summary?: string | false }

/** The flags of every command that can show failures as errors of a build. */
export type AnnotationFlags = { annotations?: AnnotationSystem; annotate?: boolean }

/** Gives a command the flags that write a run into files or a log; with `appends` also `--no-summary`. */
export const addExportFlags = (command: Command, { appends = false } = {}): Command => {
  command
    .option('--junit-out <file>', 'write the run into this file, as JUnit XML')
    .option('--ctrf-out <file>', 'write the run into this file, as CTRF JSON')
    .option('--summary <file>', 'write a summary to this file, as Markdown')
  addAnnotationFlags(command)
  if (!appends) return command
  return excludeNegation(command.option('--no-summary', 'add no summary to the page of GitHub Actions'), 'summary')
}

/** Gives a command the flag that shows failures as errors of a build; `--annotate` is its old name. DECISIONS 216 */
export const addAnnotationFlags = (command: Command): Command =>
  command
    .addOption(
      completing(
        new Option('--annotations <system>', 'show failures as errors of the build: auto, github or azure').argParser(
          chooseSystem,
        ),
        { words: systems },
      ),
    )
    .addOption(new Option('--annotate', 'the same as --annotations auto').hideHelp())

const systems = ['auto', 'github', 'azure'] as const

const chooseSystem = (typed: string): AnnotationSystem => {
  if (typed.toLowerCase() === 'gitlab')
    throw new UsageError('GitLab shows no annotations from a log', {
      hint: 'write a report that it shows: testctl runs report WEB-R7 --junit junit.xml --gitlab links.json',
    })
  return choose('system', typed.toLowerCase(), systems)
}

/** Writes the failed tests of runs into the log, if a flag asks for it. */
export const annotate = async (
  context: Context,
  { annotations, annotate: alone }: AnnotationFlags,
  states: readonly RunState[],
): Promise<void> => {
  const system = annotations ?? (alone ? 'auto' : undefined)
  if (system === undefined) return
  const [{ annotationsOf }, printer] = await Promise.all([context.runs(), context.printer()])
  const { env, cwd } = context.io
  for (const state of states)
    for (const line of annotationsOf(state, { system, env, folder: cwd })) await printer.annotate(line)
}

/** Throws a UsageError, before anything is read or sent, for files that cannot be written. The `hint` says why not `-`. */
export const checkExports = (
  { io }: Context,
  { junitOut, ctrfOut, summary, journal, summaryJson }: ExportFlags & { journal?: string; summaryJson?: string },
  about?: { hint: string },
): void =>
  checkFileNames(
    io,
    {
      '--junit-out': junitOut,
      '--ctrf-out': ctrfOut,
      '--summary': summary === false ? undefined : summary,
      '--journal': journal === 'none' ? undefined : journal,
      '--summary-json': summaryJson,
    },
    about,
  )

/** Whether anything is to be written: only then does a command read what the exports need. */
export const wantsExports = ({ io }: Context, flags: ExportFlags, { appends = false } = {}): boolean =>
  [flags.junitOut, flags.ctrfOut, flags.summary, flags.annotations, flags.annotate].some(Boolean) ||
  (appends && stepSummary(io.env, flags) !== undefined)

/**
 * Writes the files that the flags name, and the failed tests into the log if a flag asks for it. With `appends`, and without
 * `--summary` or `--no-summary`, also appends the summary to the one that GitHub shows for a step; if that fails, it only warns.
 */
export const exportRun = async (
  context: Context,
  flags: ExportFlags,
  { state, appends = false }: { state: RunState; appends?: boolean },
): Promise<void> => {
  const runs = await context.runs()
  const { io } = context
  const pageUrl = await context.pageUrl()
  const files = { junit: flags.junitOut, ctrf: flags.ctrfOut, summary: flags.summary || undefined }
  await runs.writeExports(state, { files, io, pageUrl })
  const path = appends ? stepSummary(io.env, flags) : undefined
  const problem = path && (await runs.appendSummary(state, { path, pageUrl }))
  if (problem) await (await context.printer()).warn(problem)
  await annotate(context, flags, [state])
}

const stepSummary = (env: Context['io']['env'], { summary }: ExportFlags): string | undefined =>
  summary === undefined ? env['GITHUB_STEP_SUMMARY'] || undefined : undefined
