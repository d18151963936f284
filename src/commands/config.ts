import type { Command } from 'commander'
import { originOfAddress } from '../config/address.ts'
import type { Profile } from '../config/profiles/file-format.ts'
import { maskedKey } from '../config/key.ts'
import { configurationFile } from '../config/profiles/location.ts'
import { profileOf, withoutField } from '../config/profiles/index.ts'
import { type SettingName, settingNames } from '../config/index.ts'
import { checkSetting, exampleSettings, type PlainSetting, plainSettings } from '../config/setting-values.ts'
import type { Context } from '../composition/context.ts'
import { type Noun, resources } from '../contract/vocabulary.ts'
import { NotFoundError, UsageError } from '../errors.ts'
import { columnNames, findColumn, splitNames } from '../output/cells/resource-columns.ts'
import { quoteWord } from '../system/shell-line.ts'
import { choose } from './shared/input/choices.ts'
import { noteOverrides } from './auth/overrides.ts'
import { changeProfile, profileToChange } from './auth/profiles.ts'
import { verb } from './shared/verbs/index.ts'

/** Adds the verbs of `config`: the settings in effect, and those stored in a profile. */
export const defineConfig = (group: Command, context: Context): void => {
  verb(group, 'list', {
    summary: 'List the settings in effect',
    aliases: ['ls'],
    examples: ['testctl config list', 'testctl config list --show-origin'],
  })
    .option('--show-origin', 'show the source of each setting')
    .action(({ showOrigin }: { showOrigin?: boolean }) => listSettings(context, showOrigin ?? false))

  verb(group, 'get <name>', {
    summary: `Print one setting: ${settingNames.join(', ')}`,
    examples: ['testctl config get url', 'testctl config get project'],
  }).action((name: string) => showSetting(context, name))

  verb(group, 'set <name> <value>', {
    summary: `Store a setting in the profile: ${plainSettings.join(', ')}`,
    changes: 'atOnce',
    prints: changeFields,
    examples: [
      'testctl config set project WEB',
      'testctl config set timeout 2m',
      'testctl config set columns identifier,name,result',
    ],
  }).action((name: string, value: string) => storeSetting(context, name, value))

  verb(group, 'unset <name>', {
    summary: 'Remove a setting from the profile',
    changes: 'atOnce',
    prints: changeFields,
    examples: ['testctl config unset project'],
  }).action((name: string) => removeSetting(context, name))

  verb(group, 'path', {
    summary: 'Print the path of the configuration file',
    examples: ['testctl config path'],
  }).action(() => showPath(context))
}

const listSettings = async ({ settings, printer }: Context, showOrigin: boolean): Promise<void> => {
  const columns = showOrigin ? ['name', 'value', 'origin'] : ['name', 'value']
  const rows = (await settings.all()).map(({ name, value, origin }) => ({ name, value, ...(showOrigin && { origin }) }))
  await (await printer()).table(columns, rows)
}

const showSetting = async ({ settings, printer }: Context, typed: string): Promise<void> => {
  const name = choose('setting', typed, settingNames)
  const setting = await settings.find(name)
  if (!setting) throw new NotFoundError(`${name} is not set`, { hint: settingLine(name) })
  const value = name === 'apiKey' ? maskedKey : setting.value
  await (await printer()).answer({ name, value, origin: setting.origin }, [value])
}

const storeSetting = async (context: Context, typed: string, text: string): Promise<void> => {
  const name = choosePlain(typed, {
    apiKey: new UsageError('the key cannot be set like this: the shell would keep it in its history', {
      hint: 'testctl auth login',
    }),
    profile: new UsageError('config set does not choose the profile', {
      hint: `testctl auth profile use ${quoteWord(text)}`,
    }),
  })
  const { value } = checkSetting(name, { value: text, origin: name }, context.io.cwd)
  if (name === 'columns') checkColumns(value)
  const profile = await profileToChange(context)
  const dropped = await changeSetting(context, profile, (before) => ({ ...before, [name]: value }))
  await tell(context, { profile, name, value, dropped }, `${name} is ${value} (profile ${profile})`)
  await noteOverrides(context, { [name]: value })
}

/** Throws a UsageError for a column that no list has: each list would silently leave it out. DECISIONS 387 */
const checkColumns = (value: string): void => {
  const nouns = Object.keys(resources) as Noun[]
  const names = [...new Set(nouns.flatMap(columnNames))]
  for (const column of splitNames(value))
    if (!nouns.some((noun) => findColumn(noun, column))) choose('column', column, names)
}

const removeSetting = async (context: Context, typed: string): Promise<void> => {
  const name = choosePlain(typed, {
    apiKey: new UsageError('config unset does not remove the key', { hint: 'testctl auth logout' }),
    profile: new UsageError('a profile is always in use', { hint: 'the others: testctl auth profile list' }),
  })
  const profile = await profileToChange(context)
  const stored = profileOf((await context.storage()).read(), profile)
  if (stored?.[name] === undefined)
    return tell(context, { profile, name, value: null, dropped: false }, `${name} was not set (profile ${profile})`)
  const dropped = await changeSetting(context, profile, (before) => withoutField(before, name))
  await tell(context, { profile, name, value: null, dropped }, `${name} is no longer set (profile ${profile})`)
}

const showPath = async ({ io, ownPrinter }: Context): Promise<void> => {
  const path = configurationFile(io)
  if (path === undefined)
    throw new NotFoundError('there is no home directory to keep settings in', { hint: 'set TESTCTL_CONFIG_DIR' })
  await (await ownPrinter()).answer({ path }, [path])
}

/** Returns the setting that was typed. The key and the profile have commands of their own: for them, throws the error in `others`. */
const choosePlain = (typed: string, others: Readonly<Record<'apiKey' | 'profile', UsageError>>): PlainSetting => {
  const name = choose('setting', typed, settingNames)
  if (name === 'apiKey' || name === 'profile') throw others[name]
  return name
}

/** Changes a profile. Drops the stored key, and returns true, if it would then be sent to another origin than it was stored for. */
const changeSetting = async (
  context: Context,
  name: string,
  change: (profile: Profile) => Profile,
): Promise<boolean> => {
  let dropped = false
  await changeProfile(context, name, (before) => {
    const after = change(before)
    dropped = after.apiKey !== undefined && originOf(before) !== originOf(after)
    return dropped ? withoutField(after, 'apiKey') : after
  })
  return dropped
}

const originOf = ({ url }: Profile): string | undefined => url && originOfAddress(url)

/** Returns a hint that shows how to set a setting, with an example value. */
const settingLine = (name: SettingName): string =>
  name === 'apiKey' || name === 'profile'
    ? 'testctl auth login'
    : `such as: testctl config set ${name} ${quoteWord(exampleSettings[name])}`

const changeFields = ['profile', 'name', 'value']

type Change = { profile: string; name: PlainSetting; value: string | null; dropped: boolean }

const tell = async (context: Context, { dropped, ...change }: Change, sentence: string): Promise<void> => {
  const printer = await context.ownPrinter()
  await printer.answer(change, [sentence])
  if (dropped) await printer.warn('the stored key belonged to the other address and was removed: testctl auth login')
}
