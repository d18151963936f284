import { UnauthorizedError } from '../errors.ts'
import type { Flags } from '../cli/flags.ts'
import { once } from '../system/async/once.ts'
import { isFileAddress } from './address.ts'
import { maskedKey } from './key.ts'
import { chooseKey } from './key-choice.ts'
import { configurationFile, type ConfigEnv } from './profiles/location.ts'
import { checkNamedProfile, chooseProfile, namedProfile } from './profiles/index.ts'
import { readConfiguration } from './profiles/read.ts'
import { readProjectFile } from './project-file.ts'
import { fromDefaults, fromEnvironment, fromFlags, fromProfile, fromProjectFile } from './sources.ts'
import { checkSetting, type PlainSetting, plainSettings, type Setting } from './setting-values.ts'

export const settingNames = [...plainSettings, 'apiKey', 'profile'] as const
export type SettingName = (typeof settingNames)[number]
export type { Setting } from './setting-values.ts'

/** The settings, from flags, environment, files and profiles. */
export type Settings = {
  /** One setting and where it came from; undefined if it is not set. */
  find: (name: SettingName) => Promise<Setting | undefined>
  /** All settings that are set, with the key masked. */
  all: () => Promise<readonly (Setting & { name: SettingName })[]>
}

/**
 * Creates the settings of one command line: flag > environment > project file > profile > default (PROMISES, "Settings").
 * Reads the configuration file only for a setting that no source before it has.
 * A profile named by a flag gives the service and its key even if the environment names others.
 */
export const createSettings = ({ io, flags }: { io: ConfigEnv; flags: () => Flags }): Settings => {
  const { env } = io
  const named = () => ({ flags: flags(), env })
  const configuration = once(async () => readConfiguration(configurationFile(io)))
  const projectFile = once(async () => readProjectFile(io.cwd))
  const profile = once(async () => chooseProfile(named(), await configuration()))

  const look = async (name: PlainSetting): Promise<Setting | undefined> =>
    fromFlags(flags(), name) ??
    (name === 'url' && flags().profile ? fromProfile(await profile(), name) : undefined) ??
    fromEnvironment(env, name) ??
    fromProjectFile(await projectFile(), name) ??
    fromProfile(await profile(), name) ??
    fromDefaults(name)

  const findPlain = async (name: PlainSetting): Promise<Setting | undefined> => {
    const setting = await look(name)
    return setting && checkSetting(name, setting, io.cwd)
  }

  const findKey = async (): Promise<Setting | undefined> => {
    const address = (await findPlain('url'))?.value
    if (address !== undefined && isFileAddress(address)) return undefined
    return chooseKey(address, { env, cwd: io.cwd, profile, profileFirst: flags().profile !== undefined })
  }

  const find = async (name: SettingName): Promise<Setting | undefined> => {
    // Every command fails if the project file has a setting that it may not have, so it is always read. A missing profile fails too, except
    // for the settings that `auth login` reads before it creates the profile.
    await projectFile()
    if (serving.includes(name) && namedProfile(named())) checkNamedProfile(named(), await configuration())
    if (name === 'apiKey') return findKey()
    if (name !== 'profile') return findPlain(name)
    const chosen = await profile()
    return chosen && { value: chosen.value, origin: chosen.origin }
  }

  return { find, all: () => listAll(find) }
}

const serving: readonly SettingName[] = ['url', 'apiKey', 'project', 'profile']

const listAll = async (find: Settings['find']): Promise<(Setting & { name: SettingName })[]> => {
  const found: (Setting & { name: SettingName })[] = []
  for (const name of settingNames) {
    const setting = name === 'apiKey' ? await findUsableKey(find) : await find(name)
    if (setting) found.push({ name, ...setting })
  }
  return found
}

// In a list, a key for another service counts as not set.
const findUsableKey = async (find: Settings['find']): Promise<Setting | undefined> => {
  try {
    const key = await find('apiKey')
    return key && { ...key, value: maskedKey }
  } catch (error) {
    if (error instanceof UnauthorizedError) return undefined
    throw error
  }
}
