import type { Profile } from '../../config/profiles/file-format.ts'
import { missingProfile, namedProfile, profileName, profileOf } from '../../config/profiles/index.ts'
import type { Context } from '../../composition/context.ts'

/**
 * The name of the profile that a setting goes into or is taken out of: the one asked for, which must exist, else the
 * current one, else `default`.
 */
export const profileToChange = async (context: Context): Promise<string> => {
  const stored = (await context.storage()).read()
  const named = { flags: context.flags(), env: context.io.env }
  const { value: name } = profileName(named, stored)
  if (namedProfile(named) && !profileOf(stored, name)) throw missingProfile(name, stored)
  return name
}

/** Stores what `change` makes of a profile, which is created if need be; the first one becomes the current one. */
export const changeProfile = async (
  context: Context,
  name: string,
  change: (profile: Profile) => Profile,
): Promise<void> => {
  const storage = await context.storage()
  await storage.update((stored) => ({
    ...stored,
    current: stored.current !== undefined && profileOf(stored, stored.current) ? stored.current : name,
    profiles: { ...stored.profiles, [name]: change(profileOf(stored, name) ?? {}) },
  }))
}
