import { isAbsolute, join, relative, sep } from 'node:path'
import type { Command } from 'commander'
import { version } from '../../../package.json'
import type { CaseFinding, LintFinding } from '../../cases/index.ts'
import type { Context } from '../../composition/context.ts'
import { GateError, UsageError } from '../../errors.ts'
import { counted } from '../../output/text/count.ts'
import { chooseNumber } from '../shared/input/choices.ts'
import { findProject } from '../shared/input/project.ts'
import { verb } from '../shared/verbs/index.ts'
import { parseEncoding } from './foreign/flags.ts'
import { handlesOfFindings } from './files/handles.ts'
import { openSources } from './files/prepare.ts'
import { warnOfLinks, warnOfStrangers } from './files/read.ts'

type Flags = { sarif?: boolean; annotate?: boolean; stale?: number; encoding?: string }

/** Adds `cases lint`. */
export const defineLint = (group: Command, context: Context): void => {
  verb(group, 'lint [path...]', {
    summary: 'Check cases, in files or of a project: steps, expectations, names, identifiers',
    prints: ['file', 'line', 'case', 'rule', 'message', 'near', 'step'],
    examples: [
      'testctl cases lint cases/',
      'testctl cases lint cases/ --sarif > cases.sarif',
      'testctl cases lint -p WEB --stale 50',
    ],
  })
    .option(
      '--stale <number>',
      'with -p: report cases without a result in this many of the newest runs (default 20)',
      chooseNumber('--stale', 1),
    )
    .option('--encoding <name>', 'encoding of a CSV, such as windows-1252 (default UTF-8)', parseEncoding)
    .option('--sarif', 'print SARIF, for code scanning')
    .option('--annotate', 'show the problems as annotations in GitHub Actions')
    .addHelpText('after', () => explanation)
    .action(async (typed: string[], { sarif = false, annotate = false, ...flags }: Flags) => {
      const files = await context.caseFiles()
      const printer = await context.printer()
      const findings = await findDoubts(context, typed, flags)
      if (sarif) await printer.document(`${JSON.stringify(files.toSarif(findings, version), null, 2)}\n`)
      else
        await printer.answer(
          findings,
          printer.format === 'quiet' ? handlesOfFindings(findings) : files.findingLines(findings),
        )
      if (annotate) for (const line of files.toAnnotations(findings)) await printer.annotate(line)
      if (findings.length > 0)
        throw new GateError(`${counted(findings.length, 'problem')} found`, { hint: 'each line says where and what' })
    })
}

const explanation = `
With -p and no path, the cases of that project on the service are checked, and
their results too: never-run (no run has a result of the case) and stale (the
newest runs have none: --stale says how many).
--quiet prints the files or the cases with a problem, each once.
Exit code 8: problems were found. As a git hook, in .git/hooks/pre-commit:
  #!/bin/sh
  exec testctl cases lint cases/`

const findDoubts = (
  context: Context,
  typed: readonly string[],
  { stale, encoding }: Flags,
): Promise<(LintFinding | CaseFinding)[]> => {
  const isService = context.flags().project !== undefined
  if (isService && typed.length === 0 && encoding === undefined) return lintProject(context, stale ?? 20)
  if (isService || stale !== undefined)
    throw new UsageError('files are checked without the service', {
      hint: 'leave out --project and --stale, or leave out the path to check the cases of a project',
    })
  return lintFiles(context, typed.length > 0 ? typed : ['.'], encoding)
}

const lintFiles = async (
  context: Context,
  paths: readonly string[],
  encoding: string | undefined,
): Promise<LintFinding[]> => {
  const files = await context.caseFiles()
  const findings: LintFinding[] = []
  const strangers: string[] = []
  let count = 0
  for (const source of await openSources(context, paths, encoding)) {
    const found = await files.lintSource(source)
    await warnOfLinks(context, { links: found.links, name: source.name })
    for (const one of found.strangers) strangers.push(one)
    const { cwd } = context.io
    const placed = (file: string): string => {
      const path = join(source.path, file)
      return (isAbsolute(source.name) ? path : relative(cwd, path)).replaceAll(sep, '/')
    }
    for (const one of found.findings) findings.push({ ...one, file: placed(one.file) })
    count += found.cases
  }
  if (count === 0 && findings.length === 0)
    throw new UsageError(`there is no case in ${paths.join(', ')}`, { hint: 'testctl help case-files' })
  await warnOfStrangers(context, strangers)
  return findings
}

const lintProject = async (context: Context, stale: number): Promise<CaseFinding[]> => {
  const [files, { readLastResults }] = await Promise.all([context.caseFiles(), context.runs()])
  const project = await findProject(context)
  const api = await context.api()
  const reading = context.progress('reading cases')
  const cases = await files.readServiceCases(api, project, reading).finally(reading.done)
  const progress = context.progress('reading runs')
  const wanted = { projectId: project.id, caseIds: cases.map(({ id }) => id) }
  const tested = await readLastResults(api, wanted, { stop: context.io.stop, onRead: progress.step }).finally(
    progress.done,
  )
  return files.lintServiceCases(cases, tested, { stale })
}
