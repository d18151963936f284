import { type Command, Option } from 'commander'

/** The flags that every command takes, in any position. */
export type Flags = {
  project?: string
  profile?: string
  json?: boolean
  ndjson?: boolean
  quiet?: boolean
  csv?: boolean
  csvRaw?: boolean
  bom?: boolean
  template?: string
  jq?: string
  columns?: string
  color?: string
  progress?: string
  timeout?: string
  verbose?: boolean
  /** False with `--no-input`: testctl asks nothing. */
  input?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** Joins the comma-separated lists of a flag that is given several times: the last alone would silently drop the others. */
export const joinList = (value: string, before?: string): string =>
  before === undefined ? value : `${before},${value}`

/** The heading of the global flags on a help page. */
export const globalFlags = 'Global flags:'

/** Creates an option of every command. Commander asks for its name several times a line, and would compute it each time. */
const globalFlag = (flags: string, description: string): Option => {
  const option = new Option(flags, description).helpGroup(globalFlags)
  const name = option.attributeName()
  option.attributeName = () => name
  return option
}

// Shared by all commands: an option has no state of a command, and a whole tree would need hundreds of copies.
const definitions: Readonly<Record<keyof Flags, Option>> = {
  // Accepts `-p=WEB`, as other tools do. No identifier and no id begins with `=`. DECISIONS 386
  project: globalFlag('-p, --project <PROJ>', 'the project, by identifier or id').argParser((typed) =>
    typed.replace(/^=/, ''),
  ),
  json: globalFlag('--json', 'print the response as JSON'),
  ndjson: globalFlag('--ndjson', 'print JSON, one object per line'),
  csv: globalFlag('--csv', 'print CSV with a header line'),
  csvRaw: globalFlag('--csv-raw', 'like --csv, but formulas are not escaped'),
  bom: globalFlag('--bom', 'CSV with a byte order mark, for Excel'),
  template: globalFlag('--template <text>', "print one line per item: '{identifier} {name}'"),
  jq: globalFlag('--jq <expression>', 'filter the JSON with a jq expression; strings unquoted'),
  columns: globalFlag('--columns <names>', 'print these columns, comma-separated').argParser(joinList),
  quiet: globalFlag('-q, --quiet', 'print identifiers only, one per line'),
  profile: globalFlag('--profile <name>', 'use this profile of the configuration'),
  timeout: globalFlag('--timeout <duration>', 'time limit for a request, including retries (default 60s)'),
  color: globalFlag('--color <when>', 'colours: auto, always or never').choices(['auto', 'always', 'never']),
  progress: globalFlag('--progress <how>', 'progress on stderr: auto, plain or none').choices([
    'auto',
    'plain',
    'none',
  ]),
  input: globalFlag('--no-input', 'never prompt; fail instead'),
  verbose: globalFlag('-v, --verbose', 'trace the requests on stderr'),
  dryRun: new Option('--dry-run', 'show what would be changed, and change nothing'),
  yes: new Option('-y, --yes', 'skip the confirmation'),
}

const names: ReadonlyMap<Option, string> = new Map(Object.entries(definitions).map(([name, option]) => [option, name]))

const everywhere = Object.values(definitions).filter(({ helpGroupHeading }) => helpGroupHeading === globalFlags)

/** Returns the flags that every command takes, with their descriptions. */
export const globalFlagRows = (): [flags: string, description: string][] =>
  everywhere.map(({ flags, description }) => [flags, description])

/** Whether an output format was asked for, which a help page does not have. DECISIONS 328 */
export const asksForForm = ({ json, ndjson, quiet, csv, csvRaw, template, jq, columns }: Flags): boolean =>
  [json, ndjson, quiet, csv, csvRaw, template, jq, columns].some((value) => value !== undefined)

const add = (command: Command, option: Option): void => {
  if (!command.options.some(({ long }) => long === option.long)) command.addOption(option)
}

/** Adds the global flags to a command, except one for whose name it has a flag of its own (`projects create --color`). */
export const addGlobalFlags = (command: Command): void => {
  for (const option of everywhere) add(command, option)
}

/** Whether many commands share a flag. A help page lists shared flags below a command's own. */
export const isShared = (option: Option): boolean => names.has(option)

// The flags that every command of a kind has, such as every list.
const ofKind = new WeakSet<Option>()

/** Marks the flags that a command has so far as those of its kind: its help page lists its own above them. */
export const asFlagsOfKind = (command: Command): Command => {
  for (const option of command.options) ofKind.add(option)
  return command
}

/** Sorts the flags of a command, most specific first: its own, those of its kind, those that many commands share, --help. */
export const sortFlags = (options: readonly Option[]): Option[] =>
  [...options].sort((one, other) => rank(one) - rank(other))

const rank = (option: Option): number =>
  option.long === '--help' ? 3 : isShared(option) ? 2 : ofKind.has(option) ? 1 : 0

/** Returns the command's own flags that were typed, with their values. */
export const ownFlags = (command: Command): Record<string, unknown> =>
  Object.fromEntries(
    command.options
      .filter((option) => !isShared(option) && command.getOptionValueSource(option.attributeName()) === 'cli')
      .map((option) => [option.attributeName(), command.getOptionValue(option.attributeName()) as unknown]),
  )

/** Adds `--dry-run` to a command that changes something, and `--yes` to one that deletes. */
export const addMutationFlags = (command: Command, { deletes = false } = {}): void => {
  add(command, definitions.dryRun)
  if (deletes) add(command, definitions.yes)
}

/** Reads the global flags, typed before the noun, after it or after the verb; the one nearest to the end wins. */
export const readFlags = (command: Command): Flags => {
  const flags: Record<string, unknown> = {}
  for (let at: Command | null = command; at; at = at.parent) {
    for (const option of at.options) {
      const name = names.get(option)
      if (!name || name in flags || at.getOptionValueSource(name) !== 'cli') continue
      flags[name] = at.getOptionValue(name)
    }
  }
  return flags
}
