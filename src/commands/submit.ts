import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { findAll, findProject, getByIdentifier, refer } from '../references.ts'
import type { IntoNewRun, IntoRun } from '../submission/order.ts'
import { verb } from './verb.ts'

type Flags = { run?: string; name?: string; milestone?: string; createCases?: boolean }

/** Adds `runs submit`: reads test reports and sets the results of a run. */
export const defineSubmit = (group: Command, context: Context): void => {
  verb(group, 'submit <report...>', {
    summary: 'Read test reports (JUnit XML) and set the results of a run',
    changes: 'writes',
    examples: [
      'testctl runs submit report.xml --run WEB-R7',
      'testctl runs submit unit.xml e2e.xml -p WEB --name "CI $SHA" --create-cases',
      'testctl runs submit report.xml --run WEB-R7 --dry-run',
      'testctl runs submit - --run WEB-R7 < report.xml',
    ],
  })
    .option('--run <run>', 'into this test run')
    .option('--name <name>', 'into a new test run of this name, of the cases that the reports have results for')
    .option('--milestone <milestone>', 'the milestone that the new run belongs to')
    .option('--create-cases', 'create the cases and tests that are missing')
    .addHelpText('after', () => explanation)
    .action(async (files: string[], flags: Flags) => {
      checkFlags(flags)
      const { readReports } = await context.reports()
      const reading = await readReports(files, context.io)
      const { submit, linesOf, usualPolicy, usualRules } = await context.submission()
      const { summary, error } = await submit({
        ...reading,
        api: await context.api(),
        into: flags.run === undefined ? await intoNewRun(context, flags) : await intoRun(context, flags.run, flags),
        rules: usualRules,
        policy: { ...usualPolicy, unmatched: flags.createCases ? 'create' : 'fail' },
        rehearsal: context.flags().dryRun ?? false,
        stop: context.io.stop,
        progress: context.progress,
      })
      const printer = await context.printer()
      const lines = linesOf(summary, printer.format === 'table' ? 20 : Infinity)
      if (printer.format === 'quiet') await printer.answer(summary, [summary.run?.identifier ?? summary.run?.id ?? ''])
      else await printer.answer(summary, lines)
      if (summary.rehearsal) {
        for (const line of lines) await (error ? printer.warn(line) : printer.note(line))
      }
      if (error) throw error
    })
}

const explanation = `
A result is for the test that its name gives by identifier ([WEB-T12] or
[WEB-C12], whole words only), else for the one test that has its name exactly:
with the suites before it (suite › class › name), or without. A name that
several tests have decides nothing: such results are unmatched, each is named,
and the exit code is 7. Several results for one test are folded: the worst
counts. A test that was skipped keeps the result that it has.`

const checkFlags = ({ run, name, milestone }: Flags): void => {
  if ((run === undefined) === (name === undefined))
    throw new UsageError(run === undefined ? 'into which run?' : '--run and --name exclude each other', {
      hint: 'give --run WEB-R7 for one that is there, or --name NAME for a new one',
    })
  if (name === '') throw new UsageError('a test run needs a name', { hint: '--name "CI 123"' })
  if (milestone !== undefined && name === undefined)
    throw new UsageError('--milestone is for a new run', { hint: 'testctl runs update WEB-R7 --milestone M1' })
}

const intoNewRun = async (context: Context, { name = '', milestone }: Flags): Promise<IntoNewRun> => {
  const { id, identifier } = await findProject(context)
  const typed = milestone === undefined ? [] : [milestone]
  const [milestoneId] = await findAll(context, 'milestones', { typed, project: identifier })
  return { newRun: { name, milestoneId }, project: { id, identifier } }
}

const intoRun = async (context: Context, typed: string, { createCases }: Flags): Promise<IntoRun> => {
  const { identifier, project } = await refer(context, 'runs', typed)
  if (identifier === undefined) return intoRunById(context, typed, createCases)
  const row = await getByIdentifier(context, 'runs', identifier)
  return {
    run: { id: String(row['id']), name: String(row['name']), displayId: Number(row['displayId']) },
    project: createCases ? await findProject(context, project) : { identifier: project },
  }
}

/** A run that is named by its own id does not say which project it is of; the default is taken where it proves right. */
const intoRunById = async (context: Context, id: string, createCases = false): Promise<IntoRun> => {
  const run = { id, name: '', displayId: undefined }
  const known = createCases || (await context.settings.find('project')) !== undefined
  if (!known) return { run, project: {} }
  const project = await findProject(context)
  const { projectHasRun } = await context.submission()
  if (!(await projectHasRun(await context.api(), project.identifier, id)))
    throw new UsageError(`the run ${id} is not one of the project ${project.identifier}`, {
      hint: 'name the run by its identifier, such as WEB-R7, or its project with --project',
    })
  return { run, project }
}
