import type { Flags } from '../cli/flags.ts'
import type { Io } from '../system/io.ts'
import type { ChosenProfile } from './profiles/index.ts'
import type { ProjectFile } from './project-file.ts'
import { defaultSettings, type PlainSetting, type Setting } from './setting-values.ts'

/** Returns a setting from the flags of this command line. */
export const fromFlags = (flags: Flags, name: PlainSetting): Setting | undefined => {
  const value = name in flags ? flags[name as keyof Flags] : undefined
  return typeof value === 'string' ? { value, origin: `--${name}` } : undefined
}

/** Returns a setting from a variable of the environment; an empty one counts as not set. */
export const fromEnvironment = (env: Io['env'], name: PlainSetting): Setting | undefined => {
  const variable = variables[name]
  const value = variable && env[variable]?.trim()
  return value ? { value, origin: variable } : undefined
}

/** Returns a setting from the project file. */
export const fromProjectFile = (found: ProjectFile | undefined, name: PlainSetting): Setting | undefined => {
  const value = found?.settings[name]
  return found && value !== undefined ? { value, origin: found.file } : undefined
}

/** Returns a setting from the profile in use. */
export const fromProfile = (chosen: ChosenProfile | undefined, name: PlainSetting): Setting | undefined => {
  const value = chosen?.profile[name]
  return chosen && value !== undefined ? { value, origin: profileOrigin(chosen.value) } : undefined
}

/** Returns the origin of a setting that is from a profile. */
export const profileOrigin = (name: string): string => `profile ${name}`

/** Returns the default of a setting; undefined if it has none. */
export const fromDefaults = (name: PlainSetting): Setting | undefined =>
  name in defaultSettings
    ? { value: defaultSettings[name as keyof typeof defaultSettings], origin: 'default' }
    : undefined

const variables: Partial<Record<PlainSetting, string>> = {
  url: 'TESTCTL_URL',
  project: 'TESTCTL_PROJECT',
  timeout: 'TESTCTL_TIMEOUT',
  plain: 'ACCESSIBLE',
  web_url: 'TESTCTL_WEB_URL',
}
