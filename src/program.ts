import { Command } from 'commander'
import { version } from '../package.json'
import { defineApi } from './commands/api/index.ts'
import { defineAuth } from './commands/auth/index.ts'
import { defineCases } from './commands/cases/index.ts'
import { defineComments } from './commands/comments.ts'
import { defineCompletion } from './commands/completion/index.ts'
import { defineConfig } from './commands/config.ts'
import { defineDemo } from './commands/demo.ts'
import { defineDoctor } from './commands/doctor.ts'
import { defineExec } from './commands/exec/index.ts'
import { defineHelp } from './commands/help.ts'
import { defineKeys } from './commands/keys.ts'
import { defineMilestones } from './commands/milestones/index.ts'
import { hangOperation } from './commands/api/operation.ts'
import { defineProjects } from './commands/projects/index.ts'
import { defineReports } from './commands/reports/index.ts'
import { defineRuns } from './commands/runs/index.ts'
import { defineSchema } from './commands/schema.ts'
import { defineServe } from './commands/serve/index.ts'
import { defineStore } from './commands/store/index.ts'
import { defineTests } from './commands/tests/index.ts'
import type { Context } from './composition/context.ts'
import { addGlobalFlags } from './cli/flags.ts'
import { formatHelp, subcommandTerm } from './cli/help-page.ts'
import { describeInstallation } from './system/installation.ts'
import { topicNames } from './docs/topics/names.ts'

// Each noun is a file of the bundle, loaded when something is asked of it: never where this file is evaluated.
type Group = {
  name: string
  alias?: string
  summary: string
  define: (group: Command, context: Context) => void
}

const nouns: readonly Group[] = [
  {
    name: 'projects',
    alias: 'project',
    summary: 'Projects: list, get, create, update, delete, report',
    define: (group, context) => defineProjects(group, context),
  },
  {
    name: 'cases',
    alias: 'case',
    summary: 'Test cases: list, get, create, update, delete, history',
    define: (group, context) => defineCases(group, context),
  },
  {
    name: 'runs',
    alias: 'run',
    summary: 'Test runs: list, get, create, update, delete, submit, status, wait, watch, diff, report, undo',
    define: (group, context) => defineRuns(group, context),
  },
  {
    name: 'tests',
    alias: 'test',
    summary: 'Tests, a case in a run: list, get, create, update, set, assign, delete',
    define: (group, context) => defineTests(group, context),
  },
  {
    name: 'milestones',
    alias: 'milestone',
    summary: 'Milestones: list, get, create, update, delete, status, report',
    define: (group, context) => defineMilestones(group, context),
  },
  {
    name: 'comments',
    alias: 'comment',
    summary: 'Comments on cases and tests: list, create, delete',
    define: (group, context) => defineComments(group, context),
  },
  {
    name: 'reports',
    alias: 'report',
    summary: 'Reports of test runners, without a service: read',
    define: (group, context) => defineReports(group, context),
  },
]

const settings: readonly Group[] = [
  {
    name: 'auth',
    summary: 'The service and its key: login, status, logout, profile',
    define: (group, context) => defineAuth(group, context),
  },
  {
    name: 'config',
    summary: 'Settings, and where each comes from: list, get, set, unset, path',
    define: (group, context) => defineConfig(group, context),
  },
]

const own: readonly Group[] = [
  {
    name: 'serve',
    summary: 'Serve a store to a team, behind a port',
    define: (group, context) => defineServe(group, context),
  },
  {
    name: 'keys',
    summary: 'The keys to a service, where its store is: create, list, revoke',
    define: (group, context) => defineKeys(group, context),
  },
  {
    name: 'store',
    summary: 'Maintain a store: backup, restore, check, copy, migrate',
    define: (group, context) => defineStore(group, context),
  },
]

const others: readonly Group[] = [
  {
    name: 'exec',
    summary: 'Run a command, and submit the reports that it writes',
    define: (group, context) => defineExec(group, context),
  },
  {
    name: 'demo',
    summary: 'A project to try things on, in a file',
    define: (group, context) => defineDemo(group, context),
  },
  {
    name: 'doctor',
    summary: 'Diagnose connection and configuration problems',
    define: (group, context) => defineDoctor(group, context),
  },
  { name: 'api', summary: 'Send any request to the service', define: (group, context) => defineApi(group, context) },
  {
    name: 'schema',
    summary: 'What --json prints of a noun, as JSON Schema',
    define: (group, context) => defineSchema(group, context),
  },
  {
    name: 'completion',
    summary: 'Completion with Tab: install, uninstall, bash, zsh, fish, powershell',
    define: (group, context) => defineCompletion(group, context),
  },
  {
    name: 'help',
    summary: 'Print help about a command or a topic',
    define: (group, context) => defineHelp(group, context),
  },
]

/**
 * The command tree. Only the nouns that occur among the words typed get their verbs, and only such verbs get the global
 * flags, because building all of them is what a start would mostly spend its time on; `whole` builds the whole tree.
 * Pages of help, and the version, go to `print`.
 */
export const createProgram = (
  context: Context,
  { whole = false, print = (text: string): unknown => context.io.stdout.write(text) } = {},
): Command => {
  const program = new Command('testctl')
    .description('The command line for test management.')
    .usage('<noun> <verb> [ID...|-] [flags]')
    .version(versionOf(context.io), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ formatHelp, subcommandTerm, optionDescription: ({ description }) => description })
    .configureOutput({
      writeOut: print,
      // What commander writes here is the help of a noun without a verb, which is an answer; errors are thrown to main.
      writeErr: print,
      outputError: () => undefined,
      getOutHelpWidth: () => context.io.stdout.columns ?? 80,
      getOutHasColors: () => false,
    })
  addGlobalFlags(program)
  // Scripts ask for the version often, and for nothing else then.
  if (['-V', '--version'].includes(context.io.argv[0] ?? '')) return program
  // A noun that comes first settles which it is; the others would only be needed for help and suggestions. What helps with
  // other commands needs them all.
  const first = [...nouns, ...settings, ...own, ...others]
    .flatMap(({ name, alias }) => [name, alias])
    .find((name) => name === context.io.argv[0] && name !== 'help')
  const isTyped = (command: Command): boolean =>
    whole || [command.name(), ...command.aliases()].some((name) => context.io.argv.includes(name))
  const finish = (command: Command): void => {
    const takesIds = nouns.some(({ name }) => name === command.name() && name !== 'reports')
    if (command.commands.length > 0) command.usage(`<verb> ${takesIds ? '[ID...|-] ' : ''}[flags]`).helpCommand(false)
    if (!isTyped(command)) return
    addGlobalFlags(command)
    command.commands.forEach(finish)
  }
  const hang = (heading: string, groups: readonly Group[]): void => {
    program.commandsGroup(heading)
    for (const { name, alias, summary, define } of groups) {
      if (!whole && first !== undefined && first !== name && first !== alias) continue
      const group = program.command(name).summary(summary).description(summary.replace(/:.*/, ''))
      if (alias) group.alias(alias)
      if (!isTyped(group)) continue
      define(group, context)
      finish(group)
    }
  }
  hang('Test management:', nouns)
  hang('Settings:', settings)
  hang('A service of your own:', own)
  hang('More:', others)
  program.addHelpText('after', () => epilogue)
  return program
}

/** With `--json`, how it was installed and on what it runs as well. DECISIONS 99 */
const versionOf = (io: Context['io']): string =>
  io.argv.some((word) => ['--json', '--ndjson'].includes(word))
    ? JSON.stringify(describeInstallation(io), null, io.argv.includes('--json') ? 2 : 0)
    : `testctl ${version}`

/** The whole tree, with what is known only once the contract is loaded: the operations below `api`. */
export const createWholeProgram = async (context: Context): Promise<Command> => {
  const program = createProgram(context, { whole: true })
  const { operations } = await context.operations()
  const api = program.commands.find((command) => command.name() === 'api')
  if (api) for (const { name } of operations()) await hangOperation(api, context, [name])
  return program
}

const epilogue = `
An ID is an identifier (WEB-T12, or T12 with a default project) or the service's
own id; - reads IDs from stdin, one a line.
The service: TESTCTL_URL=https://… with TESTCTL_API_KEY, or
TESTCTL_URL=file:./team.db for one in a file.

Examples:
  testctl demo
  testctl auth login
  testctl tests set WEB-T12 passed
  testctl runs submit report.xml --run WEB-R7
  testctl tests list WEB-R7 --result failed --json

testctl <noun> --help lists its verbs. testctl help <topic> tells more:
${topicNames.join(', ')}.`
