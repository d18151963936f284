import { Command, CommanderError } from 'commander'
import { version } from '../package.json'
import { hangOperation, sections, takesIds } from './commands/index.ts'
import type { Context } from './composition/context.ts'
import { addExamples } from './cli/examples.ts'
import { addGlobalFlags, asksForForm, readFlags } from './cli/flags.ts'
import { formatHelp, subcommandTerm } from './cli/help-page.ts'
import { fitPage, pageWidth } from './cli/page-width.ts'
import { describeInstallation } from './system/installation.ts'
import { topicNames } from './docs/topics/names.ts'
import { exitCodes, UsageError } from './errors.ts'
import { terminalWidth } from './output/style/terminal-width.ts'

/**
 * Creates the command tree. Only nouns among the typed words get their verbs, and only typed verbs get the global flags,
 * because building all of them would take most of the time of a start. `whole` builds the whole tree. `alone` builds, of a noun
 * that comes first, only the verb that is typed after it, which is enough for a line without a mistake. `bare` is for looking
 * commands up: only the program has the global flags, since a flag is looked for in the commands above as well.
 * Help pages and the version go to `print`.
 */
export const createProgram = (
  context: Context,
  { whole = false, alone = false, bare = false, print = (text: string): unknown => context.io.stdout.write(text) } = {},
): Command => {
  const { stdout, env } = context.io
  const width = pageWidth(stdout.isTTY ? terminalWidth(stdout, env) : undefined)
  const program = new Command('testctl')
    .description('The command line for test management.')
    .usage('<noun> <verb> [ID...|-] [flags]')
    .on('option:version', () => refuseForms(context.io.argv))
    .version(versionOf(context.io), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureHelp({ formatHelp, subcommandTerm, optionDescription: ({ description }) => description })
    .configureOutput({
      writeOut: (text) => print(isVersion(context.io.argv) ? text : fitPage(text, width)),
      // Commander writes only the help of a noun without a verb here, which is an answer; errors are thrown to main.
      writeErr: (text) => print(fitPage(text, width)),
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getOutHasColors: () => false,
    })
  program.on('beforeAllHelp', ({ command }: { command: Command }) => {
    refuseUnknown(command)
    refuseForm(command, context.io.argv)
  })
  // Scripts often ask for the version alone, which needs no commands.
  if (isVersion(context.io.argv.slice(0, 1))) return program
  // If a noun comes first, the other nouns would only be needed for help and suggestions. The noun `help` itself needs all
  // of them.
  const first = sections
    .flatMap(([, nouns]) => nouns.flatMap(({ name, alias }) => [name, alias]))
    .find((name) => name === context.io.argv[0] && name !== 'help')
  const verb = alone && !whole && first !== undefined ? context.io.argv[1] : undefined
  const isTyped = (command: Command): boolean =>
    whole || [command.name(), ...command.aliases()].some((name) => context.io.argv.includes(name))
  const finish = (command: Command, { flags = true } = {}): void => {
    if (command.commands.length > 0)
      command.usage(`<verb> ${takesIds(command.name()) ? '[ID...|-] ' : ''}[flags]`).helpCommand(false)
    if (!isTyped(command)) return
    if (flags && !bare) addGlobalFlags(command)
    command.commands.forEach((one) => finish(one))
  }
  // If a noun and its verb come first, all flags follow them, and only the verb needs the global ones. DECISIONS 246
  let isVerbFirst = false
  for (const [heading, nouns] of sections) {
    program.commandsGroup(heading)
    for (const { name, alias, runs, summary, define } of nouns) {
      if (!whole && first !== undefined && first !== name && first !== alias) continue
      const group = program.command(name).summary(summary).description(summary.replace(/:.*/, ''))
      if (alias) group.alias(alias)
      if (!isTyped(group)) continue
      const hangVerbs = () => {
        define()(group, context, verb)
        isVerbFirst = group.commands.some((command) => command.name() === verb)
        finish(group, { flags: !isVerbFirst })
      }
      if (bare && !runs) onFirstLook(group, hangVerbs)
      else hangVerbs()
    }
  }
  if (!isVerbFirst) addGlobalFlags(program)
  addExamples(program, examples).addHelpText('after', () => epilogue)
  return program
}

/** Adds the verbs of a noun on first access, because most hints need one noun of the whole tree. */
const onFirstLook = (group: Command, hangVerbs: () => void): void => {
  const { commands } = group
  Object.defineProperty(group, 'commands', {
    configurable: true,
    get: () => {
      Object.defineProperty(group, 'commands', { value: commands })
      hangVerbs()
      return commands
    },
  })
}

/** Refuses `testctl bogus --help`, like `help bogus`; commander would show the help of testctl. DECISIONS 285 */
const refuseUnknown = (command: Command): void => {
  const {
    commands,
    args: [word = '-'],
  } = command
  const isKnown = commands.some((one) => [one.name(), ...one.aliases()].includes(word))
  // `api` has a subcommand only for an operation that was typed, and it takes a path: `api /v1/projects --help`.
  const isRequest = command.name() === 'api' && /\/|^(get|put|post|delete)$/i.test(word)
  const isGroup = commands.length > 0 || command.name() === 'api'
  if (!isGroup || isRequest || word.startsWith('-') || isKnown) return
  throw new CommanderError(exitCodes.usage, 'commander.unknownCommand', `error: unknown command '${word}'`)
}

/** Refuses `testctl runs -q`: a help page is no answer for a program. DECISIONS 328 */
const refuseForm = (command: Command, argv: readonly string[]): void => {
  if (!asksForForm(readFlags(command)) || argv.some((word) => word === '-h' || word === '--help')) return
  const isRoot = command.parent === null
  const line = isRoot ? command.name() : `testctl ${command.name()}`
  throw new UsageError(isRoot ? 'which command?' : 'which verb?', { hint: `${line} --help` })
}

/** Refuses an output format that the version does not have. DECISIONS 99, 328 */
const refuseForms = (argv: readonly string[]): void => {
  const form = argv.find((word) => /^(-q|--(quiet|csv|csv-raw|template|jq|columns)(=.*)?)$/s.test(word))
  if (form !== undefined)
    throw new UsageError(`the version has no form for ${form.replace(/=[^]*/, '')}`, {
      hint: 'testctl --version --json',
    })
}

const isVersion = (words: readonly string[]): boolean => words.some((word) => word === '-V' || word === '--version')

/** Returns the version; with `--json` also how testctl was installed and what it runs on. DECISIONS 99 */
const versionOf = (io: Context['io']): string =>
  isVersion(io.argv) && io.argv.some((word) => ['--json', '--ndjson'].includes(word))
    ? JSON.stringify(describeInstallation(io), null, io.argv.includes('--json') ? 2 : 0)
    : `testctl ${version}`

/** Creates the whole tree, with the operations below `api`, which are known only once the contract is loaded. */
export const createWholeProgram = async (context: Context): Promise<Command> => {
  const program = createProgram(context, { whole: true })
  const { operations } = await context.operations()
  const api = program.commands.find((command) => command.name() === 'api')
  if (api) for (const { name } of operations()) await hangOperation(api, context, [name])
  return program
}

const examples = [
  'testctl demo',
  'testctl auth login',
  'testctl tests set WEB-T12 passed',
  'testctl runs submit report.xml --run WEB-R7',
  'testctl tests list WEB-R7 --result failed --json',
]

const epilogue = `
An ID is an identifier (WEB-T12, or T12 with a default project) or the service's
own id; - reads IDs from stdin, one per line.

The service: TESTCTL_URL=https://… with TESTCTL_API_KEY, or
TESTCTL_URL=file:./team.db for one in a file.

testctl <noun> --help lists its verbs. testctl help <topic> tells more:
${topicNames.join(', ')}.`
