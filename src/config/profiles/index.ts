import { UsageError } from '../../errors.ts'
import type { Flags } from '../../cli/flags.ts'
import type { Io } from '../../system/io.ts'
import type { Configuration, Profile, ProfileField } from './file-format.ts'

/** The name of a profile, and where the name comes from. */
export type ProfileName = { value: string; origin: string }

/** A profile in use: its name, where the name comes from, and its settings. */
export type ChosenProfile = ProfileName & { profile: Profile }

type Named = { flags: Flags; env: Io['env'] }

/** Returns the name of the profile that the user chose; undefined if none was chosen. */
export const namedProfile = ({ flags, env }: Named): ProfileName | undefined => {
  if (flags.profile) return { value: flags.profile, origin: '--profile' }
  if (env['TESTCTL_PROFILE']) return { value: env['TESTCTL_PROFILE'], origin: 'TESTCTL_PROFILE' }
  return undefined
}

/** Returns the name of the profile to use: the one that the user chose, the current one, or `default`. It need not exist. */
export const profileName = (named: Named, { current }: Configuration): ProfileName =>
  namedProfile(named) ??
  (current ? { value: current, origin: 'current profile' } : { value: 'default', origin: 'default' })

/** Returns the profile to use; undefined if it does not exist. */
export const chooseProfile = (named: Named, configuration: Configuration): ChosenProfile | undefined => {
  const name = profileName(named, configuration)
  const profile = profileOf(configuration, name.value)
  return profile && { ...name, profile }
}

/** Throws if the profile that was chosen by name does not exist. */
export const checkNamedProfile = (named: Named, configuration: Configuration): void => {
  const name = namedProfile(named)?.value
  if (name !== undefined && !profileOf(configuration, name)) throw missingProfile(name, configuration)
}

/** Returns a profile by its name; undefined if it does not exist. */
export const profileOf = ({ profiles }: Configuration, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

/** Returns the error for a profile that does not exist; its hint lists those that do. */
export const missingProfile = (name: string, { profiles }: Configuration): UsageError => {
  const names = Object.keys(profiles)
  return new UsageError(`there is no profile ${JSON.stringify(name)}`, {
    hint:
      names.length > 0
        ? `profiles: ${names.join(', ')}`
        : `testctl auth login${isProfileName(name) ? ` --profile ${name}` : ''}`,
  })
}

const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** Checks and returns the name of a profile that is about to be created. */
export const checkProfileName = (name: string): string => {
  if (isProfileName(name)) return name
  throw new UsageError(`${JSON.stringify(name)} cannot be the name of a profile`, {
    hint: 'a name has letters, digits, dots, hyphens and underscores',
  })
}

/** Returns a profile without one of its fields. */
export const withoutField = (profile: Profile, field: ProfileField): Profile =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => name !== field))
