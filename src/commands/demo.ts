import { addExamples } from '../cli/examples.ts'
import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from '../composition/context.ts'
import { isFileAddress } from '../config/address.ts'
import type { Api } from '../contract/index.ts'
import type { Resource } from '../output/cells/row.ts'
import { changing, printing } from '../output/printed-kind.ts'
import { readWhole } from '../contract/pagination.ts'
import { withVariable } from '../system/shell-line.ts'
import { checkFileName } from './shared/input/file-names.ts'
import { identified } from './shared/verbs/list.ts'
import { portOption, runServer, servingFields, usualServing } from './serve/serving.ts'
import { testsOfRun } from '../contract/pages/tests-of-run.ts'

/** Adds `testctl demo`: creates a project and a milestone in a file, unless it has them, and submits a real report to a new run. */
export const defineDemo = (command: Command, context: Context): void => {
  changing(command)
  printing(command, ['url', 'run', 'summary', 'next', ...servingFields])
  addExamples(command, ['testctl demo', 'testctl demo --file try.db --json', 'testctl demo --serve --file shared.db'])
    .option('--file <path>', 'file of the service (default testctl-demo.db)', 'testctl-demo.db')
    .option('--serve', 'serve it over HTTP afterwards, like testctl serve')
    .addOption(portOption())
    .action(async ({ file, serve, port }: { file: string; serve?: true; port: number }) => {
      checkFileName('--file', file, { hint: 'name a file, such as demo.db' })
      if (serve) await (await context.server()).checkPort({ ...usualServing, port })
      const url = isFileAddress(file) ? file : `file:${/^[/.]/.test(file) || isAbsolute(file) ? file : `./${file}`}`
      const api = await context.connectTo({ url, mayCreate: true })
      const project = await findOrCreateProject(api)
      const milestone = await findOrCreateMilestone(api, project.id)
      const { run, summary } = await submitReport(context, api, { project, milestoneId: milestone.id })
      const tests = await readWhole(testsOfRun(api, run.id), (test) => identified('tests', project.identifier, test))
      if (serve) return runServer(context, { ...usualServing, port, store: url })
      await show(context, { url, run, tests, summary })
    })
}

const identifier = 'DEMO'

const findOrCreateProject = async (api: Api) => {
  const { projects } = await api.projects.list({ limit: 1000 })
  const found = projects.find((project) => project.identifier === identifier)
  if (found) return found
  return (await api.projects.create({ name: 'Web shop', identifier, icon: 'globe', color: '#3366ff' })).project
}

const findOrCreateMilestone = async (api: Api, projectId: string) => {
  const { milestones } = await api.milestones.list({ projectId, limit: 1 })
  const [found] = milestones
  return found ?? (await api.milestones.create({ projectId, name: 'Release 1.0', testRunIds: [] })).milestone
}

/** Submits the report that comes with testctl to a new run, as `runs submit --create-cases` does. */
const submitReport = async (
  context: Context,
  api: Api,
  { project, milestoneId }: { project: { id: string; identifier: string }; milestoneId: string },
) => {
  const { io } = context
  const { readReports } = await context.reports()
  // In the single-file program the report is embedded: it can be read as a whole, but not opened.
  const stdin = Readable.from([readFileSync(join(io.root, 'src/demo/junit.xml'))])
  const { reports, outcomes } = await readReports(['-'], { stdin, cwd: io.cwd, stop: io.stop, platform: io.platform })
  const { pagination } = await api.runs.list({ projectId: project.id, limit: 1 })
  const { createMask, submit, usualPolicy, usualRules } = await context.submission()
  const { noJournal } = await context.journals()
  const { summary, error } = await submit({
    api,
    reports,
    // In this report, suites and classes are file names. They say nothing here, and would clutter the names of the cases.
    outcomes: outcomes.map((outcome) => ({ ...outcome, suite: [], classname: undefined })),
    into: { newRun: { name: `Nightly ${pagination.total + 1}`, milestoneId }, project },
    rules: usualRules,
    mask: createMask(io.env),
    journal: noJournal,
    policy: { ...usualPolicy, unmatched: 'create' },
    dryRun: false,
    stop: io.stop,
    progress: context.progress,
  })
  if (error) throw error
  const { testRun } = await api.runs.get({ identifier: String(summary.run?.identifier) })
  return { run: testRun, summary }
}

type Shown = {
  url: string
  run: Resource & { results?: { total: number; passed: number; failed: number; untested: number } | undefined }
  tests: readonly Resource[]
  summary: object
}

const show = async (context: Context, { url, run, tests, summary }: Shown): Promise<void> => {
  const printer = await context.printer()
  const row = identified('runs', identifier, run)
  const next = commandsToTry(context, {
    url,
    run: String(row['identifier']),
    test: String(failedOf(tests)['identifier']),
  })
  if ((printer.format !== 'table' && printer.format !== 'tsv') || context.flags().columns !== undefined)
    return printer.answer({ url, run: row, summary, next }, [String(row['identifier'])])
  await printer.list('tests', tests)
  const { total, passed, failed, untested } = run.results ?? {}
  await printer.answer(undefined, [
    '',
    `${String(row['identifier'])} ${String(row['name'])}: ${total} tests, ${passed} passed, ${failed} failed, ${untested} untested (skipped)`,
    '',
    'All of it is in one file. Try next:',
    ...next.map((line) => `  ${line}`),
  ])
}

const failedOf = (tests: readonly Resource[]): Resource =>
  tests.find(({ result }) => result === 'failed') ?? tests[0] ?? {}

const commandsToTry = ({ io }: Context, { url, run, test }: { url: string; run: string; test: string }): string[] => {
  const testctl = startedBy(io.env)
  const words = [
    `tests list ${run} --result failed`,
    `tests set ${test} passed`,
    `runs get ${run}`,
    `runs execute ${run}`,
  ]
  return words.map((line) => withVariable(io, ['TESTCTL_URL', url], `${testctl} ${line}`))
}

/** Returns how the user can start testctl again: yarn and npx may have it in one project only. */
const startedBy = (env: Context['io']['env']): string => {
  if (env['npm_config_user_agent']?.startsWith('yarn/')) return 'yarn testctl'
  return env['npm_command'] === 'exec' ? 'npx testctl' : 'testctl'
}
